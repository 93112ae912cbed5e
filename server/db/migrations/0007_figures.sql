CREATE TABLE "daily_discounts" (
	"day" date NOT NULL,
	"country" text NOT NULL,
	"percent" integer NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "daily_discounts_day_country_percent_pk" PRIMARY KEY("day","country","percent")
);
--> statement-breakpoint
CREATE TABLE "figure_marks" (
	"day" date,
	"user_id" integer,
	"qr_id" integer
);
--> statement-breakpoint
DROP INDEX "payments_confirmed_at";--> statement-breakpoint
DROP INDEX "customer_domains_status";--> statement-breakpoint
ALTER TABLE "daily_figures" ADD COLUMN "cancelation_requests" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "daily_figures" ADD COLUMN "first_payments" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "daily_figures" ADD COLUMN "first_gross" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "daily_figures" ADD COLUMN "referred_paid" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "figure_marks_day" ON "figure_marks" USING btree ("day");--> statement-breakpoint
CREATE INDEX "customer_domains_certificate" ON "customer_domains" USING btree ("certificate" collate "C","id");--> statement-breakpoint
CREATE INDEX "customer_domains_created_at" ON "customer_domains" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "customer_domains_hostname_order" ON "customer_domains" USING btree ("hostname" collate "C","id");--> statement-breakpoint
CREATE INDEX "customers_canceled_at" ON "customers" USING btree ("canceled_at") WHERE canceled_at is not null;--> statement-breakpoint
CREATE INDEX "customers_subscribed" ON "customers" USING btree ("country","plan_final_price","plan_months","discount") WHERE subscription_status in ('active', 'past_due');--> statement-breakpoint
CREATE INDEX "payments_confirmed" ON "payments" USING btree ("confirmed_at","id","stripe_payment_intent_status");--> statement-breakpoint
CREATE INDEX "qr_daily_scans_day" ON "qr_daily_scans" USING btree ("day");--> statement-breakpoint
CREATE INDEX "abuse_reports_created_at" ON "abuse_reports" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "abuse_reports_search_email" ON "abuse_reports" USING gin (lower("email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "webrisk_search_email" ON "webrisk" USING gin (lower("email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "customer_domains_status" ON "customer_domains" USING btree ("status" collate "C","id");--> statement-breakpoint
-- The Madrid day of an instant in unix seconds: days are Madrid's whatever the database's zone (ruling 27).
CREATE FUNCTION madrid_day(at bigint) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (to_timestamp(at) AT TIME ZONE 'Europe/Madrid')::date
$$;--> statement-breakpoint
CREATE FUNCTION mark_payments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO figure_marks (day, user_id)
    SELECT DISTINCT madrid_day(confirmed_at), user_id FROM ((SELECT id, user_id, country, final_amount, stripe_payment_intent_status, confirmed_at, stripe_dispute_status, discount, trial_plan FROM before EXCEPT SELECT id, user_id, country, final_amount, stripe_payment_intent_status, confirmed_at, stripe_dispute_status, discount, trial_plan FROM after)
      UNION ALL (SELECT id, user_id, country, final_amount, stripe_payment_intent_status, confirmed_at, stripe_dispute_status, discount, trial_plan FROM after EXCEPT SELECT id, user_id, country, final_amount, stripe_payment_intent_status, confirmed_at, stripe_dispute_status, discount, trial_plan FROM before)) AS changed
    WHERE confirmed_at IS NOT NULL AND stripe_payment_intent_status = 'succeeded';
    -- Its refunds count where it does.
    INSERT INTO figure_marks (user_id)
    SELECT DISTINCT after.user_id FROM before JOIN after USING (id)
    WHERE (before.user_id, before.country) IS DISTINCT FROM (after.user_id, after.country);
  ELSE
    INSERT INTO figure_marks (day, user_id)
    SELECT DISTINCT madrid_day(confirmed_at), user_id FROM changed
    WHERE confirmed_at IS NOT NULL AND stripe_payment_intent_status = 'succeeded';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER payments_mark_insert AFTER INSERT ON payments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_payments();--> statement-breakpoint
CREATE TRIGGER payments_mark_delete AFTER DELETE ON payments REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_payments();--> statement-breakpoint
CREATE TRIGGER payments_mark_update AFTER UPDATE ON payments REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION mark_payments();--> statement-breakpoint
CREATE FUNCTION mark_refunds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO figure_marks (day)
    SELECT DISTINCT madrid_day(settled_at) FROM ((SELECT id, payment_id, state, final_amount, settled_at FROM before EXCEPT SELECT id, payment_id, state, final_amount, settled_at FROM after)
      UNION ALL (SELECT id, payment_id, state, final_amount, settled_at FROM after EXCEPT SELECT id, payment_id, state, final_amount, settled_at FROM before)) AS changed WHERE settled_at IS NOT NULL AND state = 'succeeded';
  ELSE
    INSERT INTO figure_marks (day)
    SELECT DISTINCT madrid_day(settled_at) FROM changed WHERE settled_at IS NOT NULL AND state = 'succeeded';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER refunds_mark_insert AFTER INSERT ON refunds REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_refunds();--> statement-breakpoint
CREATE TRIGGER refunds_mark_delete AFTER DELETE ON refunds REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_refunds();--> statement-breakpoint
CREATE TRIGGER refunds_mark_update AFTER UPDATE ON refunds REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION mark_refunds();--> statement-breakpoint
CREATE FUNCTION mark_subscription_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO figure_marks (day, user_id)
    SELECT DISTINCT madrid_day(at), user_id FROM ((SELECT id, user_id, at, from_status, to_status FROM before EXCEPT SELECT id, user_id, at, from_status, to_status FROM after)
      UNION ALL (SELECT id, user_id, at, from_status, to_status FROM after EXCEPT SELECT id, user_id, at, from_status, to_status FROM before)) AS changed;
  ELSE
    INSERT INTO figure_marks (day, user_id)
    SELECT DISTINCT madrid_day(at), user_id FROM changed;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER subscription_changes_mark_insert AFTER INSERT ON subscription_changes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_subscription_changes();--> statement-breakpoint
CREATE TRIGGER subscription_changes_mark_delete AFTER DELETE ON subscription_changes REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_subscription_changes();--> statement-breakpoint
CREATE TRIGGER subscription_changes_mark_update AFTER UPDATE ON subscription_changes REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION mark_subscription_changes();--> statement-breakpoint
CREATE FUNCTION mark_customers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO figure_marks (day)
    SELECT madrid_day(created_at) FROM ((SELECT id, created_at, referred_by FROM before EXCEPT SELECT id, created_at, referred_by FROM after)
      UNION ALL (SELECT id, created_at, referred_by FROM after EXCEPT SELECT id, created_at, referred_by FROM before)) AS changed WHERE referred_by IS NOT NULL
    UNION SELECT madrid_day(canceled_at) FROM ((SELECT id, canceled_at, subscription_canceled_by FROM before EXCEPT SELECT id, canceled_at, subscription_canceled_by FROM after)
      UNION ALL (SELECT id, canceled_at, subscription_canceled_by FROM after EXCEPT SELECT id, canceled_at, subscription_canceled_by FROM before)) AS changed WHERE canceled_at IS NOT NULL;
    INSERT INTO figure_marks (user_id)
    SELECT after.id FROM before JOIN after USING (id)
    WHERE (before.country, before.referred_by IS NULL) IS DISTINCT FROM (after.country, after.referred_by IS NULL);
  ELSE
    INSERT INTO figure_marks (day)
    SELECT madrid_day(created_at) FROM changed WHERE referred_by IS NOT NULL
    UNION SELECT madrid_day(canceled_at) FROM changed WHERE canceled_at IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION mark_qrs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO figure_marks (day)
    SELECT DISTINCT madrid_day(created_at) FROM ((SELECT id, created_at, user_id, archived FROM before EXCEPT SELECT id, created_at, user_id, archived FROM after)
      UNION ALL (SELECT id, created_at, user_id, archived FROM after EXCEPT SELECT id, created_at, user_id, archived FROM before)) AS changed;
    -- Their scans are those of their owner's country.
    INSERT INTO figure_marks (qr_id)
    SELECT after.id FROM before JOIN after USING (id) WHERE before.user_id <> after.user_id;
  ELSE
    INSERT INTO figure_marks (day) SELECT DISTINCT madrid_day(created_at) FROM changed;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER customers_mark_insert AFTER INSERT ON customers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_customers();--> statement-breakpoint
CREATE TRIGGER customers_mark_delete AFTER DELETE ON customers REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_customers();--> statement-breakpoint
CREATE TRIGGER customers_mark_update AFTER UPDATE ON customers REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION mark_customers();--> statement-breakpoint
CREATE TRIGGER qrs_mark_insert AFTER INSERT ON qrs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_qrs();--> statement-breakpoint
CREATE TRIGGER qrs_mark_delete AFTER DELETE ON qrs REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_qrs();--> statement-breakpoint
CREATE TRIGGER qrs_mark_update AFTER UPDATE ON qrs REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION mark_qrs();--> statement-breakpoint
CREATE FUNCTION mark_qr_daily_scans() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO figure_marks (day)
    SELECT DISTINCT day FROM ((SELECT qr_id, day, scans, visits FROM before EXCEPT SELECT qr_id, day, scans, visits FROM after)
      UNION ALL (SELECT qr_id, day, scans, visits FROM after EXCEPT SELECT qr_id, day, scans, visits FROM before)) AS changed;
  ELSE
    INSERT INTO figure_marks (day)
    SELECT DISTINCT day FROM changed;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER qr_daily_scans_mark_insert AFTER INSERT ON qr_daily_scans REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_qr_daily_scans();--> statement-breakpoint
CREATE TRIGGER qr_daily_scans_mark_delete AFTER DELETE ON qr_daily_scans REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_qr_daily_scans();--> statement-breakpoint
CREATE TRIGGER qr_daily_scans_mark_update AFTER UPDATE ON qr_daily_scans REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION mark_qr_daily_scans();--> statement-breakpoint
-- The new figures of all days are still to be computed.
INSERT INTO figure_marks (day) VALUES (NULL);
