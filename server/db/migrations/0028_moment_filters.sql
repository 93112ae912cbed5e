CREATE INDEX "customers_country_columns" ON "customers" USING btree ("country" collate "C","displayed_status","id","created_at","expiry_year","expiry_month",lower("plan_name"),"plan_name","last_payment_method","canceled_at");--> statement-breakpoint
CREATE INDEX "customers_canceled" ON "customers" USING btree ("canceled_at","id") WHERE canceled_at is not null;--> statement-breakpoint
CREATE INDEX "customers_trial_end" ON "customers" USING btree (coalesce("trialling_ends_at", "stripe_trial_end"),"id") WHERE coalesce(trialling_ends_at, stripe_trial_end) is not null;--> statement-breakpoint
CREATE INDEX "customers_payment_method" ON "customers" USING btree ("last_payment_method","id") WHERE last_payment_method is not null;--> statement-breakpoint
CREATE INDEX "customers_card_brand" ON "customers" USING btree ("card_brand","id") WHERE card_brand is not null;--> statement-breakpoint
CREATE INDEX "customers_plan" ON "customers" USING btree (lower("plan_name"),"id") WHERE plan_name is not null;--> statement-breakpoint
CREATE INDEX "customers_revenue" ON "customers" USING btree ("total_revenue","id");--> statement-breakpoint
CREATE INDEX "payments_created" ON "payments" USING btree ("created_at","id","stripe_payment_intent_status","stripe_dispute_status");--> statement-breakpoint
CREATE INDEX "payments_created_slice" ON "payments" USING btree (("created_at" >> 19),"id");--> statement-breakpoint
CREATE INDEX "payments_amount" ON "payments" USING btree ("amount","id","currency","final_amount","created_at");--> statement-breakpoint
CREATE INDEX "refunds_succeeded" ON "refunds" USING btree ("settled_at","payment_id") WHERE state = 'succeeded';--> statement-breakpoint
DROP INDEX "customers_country_filters";--> statement-breakpoint
DROP INDEX "customers_canceled_at";--> statement-breakpoint
DROP INDEX "payments_created_at";--> statement-breakpoint
DROP INDEX "refunds_settled_at";
