import { getCustomerOverview } from '../contract/customer-overview.ts'
import { recordOptions } from './options.ts'

/** What a customer's page shows first beside the customer; only of an admin API that has `overview`. */
export const customerOverviewQuery = recordOptions(getCustomerOverview, 'customers', 'overview')
