CREATE TABLE "sandbox_coupons" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"percent_off" integer NOT NULL,
	"gone" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_customers" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text,
	"discount" smallint
);
--> statement-breakpoint
CREATE TABLE "sandbox_payments" (
	"intent_id" text PRIMARY KEY NOT NULL,
	"customer_id" text,
	"currency" text NOT NULL,
	"amount" bigint NOT NULL,
	"amount_refunded" bigint NOT NULL,
	"status" text NOT NULL,
	"invoice_status" text NOT NULL,
	"dispute_status" text,
	"dispute_reason" text,
	"early_fraud" boolean NOT NULL,
	"confirmed_at" bigint
);
--> statement-breakpoint
CREATE TABLE "sandbox_refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"intent_id" text NOT NULL,
	"key" text NOT NULL,
	"amount" bigint NOT NULL,
	"status" text NOT NULL,
	"failure" text,
	"reason" text,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_requests" (
	"key" text PRIMARY KEY NOT NULL,
	"operation" text NOT NULL,
	"parameters" text NOT NULL,
	"answer" jsonb,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"customer_id" text,
	"status" text NOT NULL,
	"cancel_at_period_end" boolean NOT NULL,
	"current_period_end" bigint,
	"trial_end" bigint,
	"canceled_at" bigint,
	"ended_at" bigint
);
--> statement-breakpoint
ALTER TABLE "provider_events" ADD COLUMN "subject" text;--> statement-breakpoint
CREATE INDEX "sandbox_refunds_intent" ON "sandbox_refunds" USING btree ("intent_id","key");--> statement-breakpoint
CREATE INDEX "sandbox_subscriptions_customer" ON "sandbox_subscriptions" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "customers_stripe_customer" ON "customers" USING btree ("stripe_customer_id") WHERE stripe_customer_id is not null;--> statement-breakpoint
CREATE INDEX "customers_stripe_subscription" ON "customers" USING btree ("stripe_subscription_id") WHERE stripe_subscription_id is not null;--> statement-breakpoint
CREATE INDEX "provider_events_subject" ON "provider_events" USING btree ("subject") WHERE subject is not null;