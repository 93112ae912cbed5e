CREATE TABLE "daily_totals" (
	"day" date PRIMARY KEY NOT NULL,
	"new_trials" integer DEFAULT 0 NOT NULL,
	"canceled_trials" integer DEFAULT 0 NOT NULL,
	"new_subscriptions" integer DEFAULT 0 NOT NULL,
	"upgraded_from_trial" integer DEFAULT 0 NOT NULL,
	"canceled_subscriptions" integer DEFAULT 0 NOT NULL,
	"cancelation_requests" integer DEFAULT 0 NOT NULL,
	"discounted_subscriptions" integer DEFAULT 0 NOT NULL,
	"referred_users" integer DEFAULT 0 NOT NULL,
	"new_qrs" integer DEFAULT 0 NOT NULL,
	"scans" integer DEFAULT 0 NOT NULL,
	"visits" integer DEFAULT 0 NOT NULL,
	"payments" integer DEFAULT 0 NOT NULL,
	"gross" bigint DEFAULT 0 NOT NULL,
	"first_payments" integer DEFAULT 0 NOT NULL,
	"first_gross" bigint DEFAULT 0 NOT NULL,
	"referred_paid" integer DEFAULT 0 NOT NULL,
	"refund_count" integer DEFAULT 0 NOT NULL,
	"refunds" bigint DEFAULT 0 NOT NULL,
	"dispute_count" integer DEFAULT 0 NOT NULL,
	"disputes" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "figure_marks" ADD COLUMN "from_country" text;--> statement-breakpoint
ALTER TABLE "figure_marks" ADD COLUMN "to_country" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_provider_refund" UNIQUE("provider_refund_id");--> statement-breakpoint
-- A sum of integers is a bigint, and one of bigints numeric: it is cast back by the insert.
INSERT INTO daily_totals (day, new_trials, canceled_trials, new_subscriptions, upgraded_from_trial, canceled_subscriptions, cancelation_requests, discounted_subscriptions, referred_users, new_qrs, scans, visits, payments, gross, first_payments, first_gross, referred_paid, refund_count, refunds, dispute_count, disputes)
SELECT day, sum(new_trials), sum(canceled_trials), sum(new_subscriptions), sum(upgraded_from_trial), sum(canceled_subscriptions), sum(cancelation_requests), sum(discounted_subscriptions), sum(referred_users), sum(new_qrs), sum(scans), sum(visits), sum(payments), sum(gross), sum(first_payments), sum(first_gross), sum(referred_paid), sum(refund_count), sum(refunds), sum(dispute_count), sum(disputes) FROM daily_figures GROUP BY day;--> statement-breakpoint
CREATE OR REPLACE FUNCTION mark_customers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO figure_marks (day)
    SELECT madrid_day(created_at) FROM ((SELECT id, created_at, referred_by FROM before EXCEPT SELECT id, created_at, referred_by FROM after)
      UNION ALL (SELECT id, created_at, referred_by FROM after EXCEPT SELECT id, created_at, referred_by FROM before)) AS changed WHERE referred_by IS NOT NULL
    UNION SELECT madrid_day(canceled_at) FROM ((SELECT id, canceled_at, subscription_canceled_by FROM before EXCEPT SELECT id, canceled_at, subscription_canceled_by FROM after)
      UNION ALL (SELECT id, canceled_at, subscription_canceled_by FROM after EXCEPT SELECT id, canceled_at, subscription_canceled_by FROM before)) AS changed WHERE canceled_at IS NOT NULL;
    INSERT INTO figure_marks (user_id)
    SELECT after.id FROM before JOIN after USING (id)
    WHERE (before.referred_by IS NULL) IS DISTINCT FROM (after.referred_by IS NULL);
    INSERT INTO figure_marks (user_id, from_country, to_country)
    SELECT after.id, coalesce(before.country, ''), coalesce(after.country, '') FROM before JOIN after USING (id)
    WHERE coalesce(before.country, '') <> coalesce(after.country, '');
  ELSE
    INSERT INTO figure_marks (day)
    SELECT madrid_day(created_at) FROM changed WHERE referred_by IS NOT NULL
    UNION SELECT madrid_day(canceled_at) FROM changed WHERE canceled_at IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;
