DROP INDEX "payments_method";--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "is_full" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "staff_email" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "ip" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "attempts" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "attempted_at" bigint;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "looked_up_at" bigint;--> statement-breakpoint
CREATE INDEX "payments_country_amount" ON "payments" USING btree ("country","final_amount","id");--> statement-breakpoint
CREATE INDEX "payments_final_amount" ON "payments" USING btree ("final_amount","id");--> statement-breakpoint
CREATE INDEX "payments_type" ON "payments" USING btree (coalesce("parent_method_type", "wallet_type", "stripe_payment_method_type"),"id");--> statement-breakpoint
CREATE INDEX "payments_trial_plan" ON "payments" USING btree ("id") WHERE trial_plan;--> statement-breakpoint
CREATE INDEX "payments_trial_plan_amount" ON "payments" USING btree ("final_amount","id") WHERE trial_plan;--> statement-breakpoint
CREATE INDEX "payments_refunded_fully" ON "payments" USING btree ("id") WHERE amount_refunded >= amount and amount > 0;--> statement-breakpoint
CREATE INDEX "payments_refunded_partly" ON "payments" USING btree ("id") WHERE amount_refunded > 0 and amount_refunded < amount;--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_pending" ON "refunds" USING btree ("payment_id") WHERE state = 'pending';