interface Named {
  fullName: string
  companyName: string | null
  email: string
}

/** The name, or the email without one, then the company. */
function partsOf({ fullName, companyName, email }: Named): string[] {
  return [fullName.trim() || email, companyName?.trim() ?? ''].filter((part) => part !== '')
}

/** A customer's name for lists and headings, with the company after a dash. */
export function customerName(customer: Named): string {
  return partsOf(customer).join(' — ')
}

/** The same as elements. Each part is isolated, since names can contain characters that reverse the text after them. */
export function CustomerName({ customer }: { customer: Named }) {
  const [name, company] = partsOf(customer)
  return (
    <>
      <bdi translate="no">{name}</bdi>
      {company === undefined ? null : (
        <span translate="no">
          {' — '}
          <bdi>{company}</bdi>
        </span>
      )}
    </>
  )
}
