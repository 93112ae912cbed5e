CREATE INDEX "customers_erased" ON "customers" USING btree ("id") WHERE erased_at is not null;--> statement-breakpoint
CREATE INDEX "customers_trial_plan_filters" ON "customers" USING btree ("id","created_at","displayed_status","country","expiry_year","expiry_month") WHERE trial_plan;--> statement-breakpoint
DROP INDEX "customers_trial_plan";
