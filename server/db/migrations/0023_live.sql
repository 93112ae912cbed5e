CREATE TABLE "changes" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transaction" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"at" bigint DEFAULT extract(epoch from clock_timestamp())::bigint NOT NULL,
	"type" text NOT NULL,
	"record_id" integer,
	"customer_id" integer,
	"version" integer,
	"fields" text[] DEFAULT '{}' NOT NULL,
	"audits" integer[],
	CONSTRAINT "changes_transaction_id_pk" PRIMARY KEY("transaction","id")
);
--> statement-breakpoint
CREATE TABLE "presence" (
	"session_id_hash" text NOT NULL,
	"tab" text NOT NULL,
	"staff_id" integer NOT NULL,
	"type" text NOT NULL,
	"record_id" integer NOT NULL,
	"activity" text NOT NULL,
	"since" bigint NOT NULL,
	"seen_at" bigint NOT NULL,
	CONSTRAINT "presence_session_id_hash_tab_pk" PRIMARY KEY("session_id_hash","tab")
);
--> statement-breakpoint
ALTER TABLE "presence" ADD CONSTRAINT "presence_session_id_hash_sessions_id_hash_fk" FOREIGN KEY ("session_id_hash") REFERENCES "public"."sessions"("id_hash") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "presence" ADD CONSTRAINT "presence_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Triggers tell what changed, in the transaction of the change: a row for each record, or one row if a statement touched more
-- than fifty. They only insert, so writers never wait for each other. An update that changes nothing that consoles show tells
-- nothing; scans and visits are left out, as each ingest changes them.
CREATE FUNCTION tell_customers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (SELECT count(*) FROM after) > 50 THEN
      INSERT INTO changes (type, customer_id)
      SELECT 'customer', CASE WHEN min(id) = max(id) THEN min(id) END FROM (SELECT
          id, first_name, last_name, company_name, email, country, created_at, last_login, last_ip, account_created_with_ip,
          account_created_from, gclid, linkedin_id, facebook_id, google_id, referred_by, deleted, deleted_at, banned, archived,
          whitelisted, push_notifications_enabled, trial_expired_notified, legacy_flag, bulk_limit, qr_limit, domains_limit,
          allow_sepa, plan_id, plan_name, plan_price, plan_currency, plan_final_price, plan_months, trial_plan, discount,
          stripe_customer_id, stripe_trial_end, trialling_ends_at, current_period_end, subscription_status, subscription_ended,
          canceled_at, cancel_at_period_end, subscription_canceled_by, early_fraud, stripe_dispute_reason, total_revenue,
          last_payment_method, last4, card_brand, card_type, expiry_month, expiry_year, bank_code, branch_code, bank_country,
          browser, browser_version, os, os_version, device_model, signup_source, is_2fa_enabled, requires_action, will_cancel,
          payment_early_fraud, payment_dispute_reason, displayed_status
        FROM after EXCEPT ALL SELECT
          id, first_name, last_name, company_name, email, country, created_at, last_login, last_ip, account_created_with_ip,
          account_created_from, gclid, linkedin_id, facebook_id, google_id, referred_by, deleted, deleted_at, banned, archived,
          whitelisted, push_notifications_enabled, trial_expired_notified, legacy_flag, bulk_limit, qr_limit, domains_limit,
          allow_sepa, plan_id, plan_name, plan_price, plan_currency, plan_final_price, plan_months, trial_plan, discount,
          stripe_customer_id, stripe_trial_end, trialling_ends_at, current_period_end, subscription_status, subscription_ended,
          canceled_at, cancel_at_period_end, subscription_canceled_by, early_fraud, stripe_dispute_reason, total_revenue,
          last_payment_method, last4, card_brand, card_type, expiry_month, expiry_year, bank_code, branch_code, bank_country,
          browser, browser_version, os, os_version, device_model, signup_source, is_2fa_enabled, requires_action, will_cancel,
          payment_early_fraud, payment_dispute_reason, displayed_status
        FROM before) AS changed HAVING count(*) > 0;
    ELSE
      INSERT INTO changes (type, record_id, customer_id, version, fields)
      SELECT 'customer', id, customer_id, version, fields FROM (
        SELECT after.id AS id, after.id AS customer_id, after.version AS version, array_remove(ARRAY[
          CASE WHEN before.first_name IS DISTINCT FROM after.first_name THEN 'firstName' END,
          CASE WHEN before.last_name IS DISTINCT FROM after.last_name THEN 'lastName' END,
          CASE WHEN before.company_name IS DISTINCT FROM after.company_name THEN 'companyName' END,
          CASE WHEN before.email IS DISTINCT FROM after.email THEN 'email' END,
          CASE WHEN before.country IS DISTINCT FROM after.country THEN 'country' END,
          CASE WHEN before.created_at IS DISTINCT FROM after.created_at THEN 'createdAt' END,
          CASE WHEN before.last_login IS DISTINCT FROM after.last_login THEN 'lastLogin' END,
          CASE WHEN before.last_ip IS DISTINCT FROM after.last_ip THEN 'lastIp' END,
          CASE WHEN before.account_created_with_ip IS DISTINCT FROM after.account_created_with_ip THEN 'accountCreatedWithIp' END,
          CASE WHEN before.account_created_from IS DISTINCT FROM after.account_created_from THEN 'accountCreatedFrom' END,
          CASE WHEN before.gclid IS DISTINCT FROM after.gclid THEN 'gclid' END,
          CASE WHEN before.linkedin_id IS DISTINCT FROM after.linkedin_id THEN 'linkedinId' END,
          CASE WHEN before.facebook_id IS DISTINCT FROM after.facebook_id THEN 'facebookId' END,
          CASE WHEN before.google_id IS DISTINCT FROM after.google_id THEN 'googleId' END,
          CASE WHEN before.referred_by IS DISTINCT FROM after.referred_by THEN 'referredBy' END,
          CASE WHEN before.deleted IS DISTINCT FROM after.deleted THEN 'deleted' END,
          CASE WHEN before.deleted_at IS DISTINCT FROM after.deleted_at THEN 'deletedAt' END,
          CASE WHEN before.banned IS DISTINCT FROM after.banned THEN 'banned' END,
          CASE WHEN before.archived IS DISTINCT FROM after.archived THEN 'archived' END,
          CASE WHEN before.whitelisted IS DISTINCT FROM after.whitelisted THEN 'whitelisted' END,
          CASE WHEN before.push_notifications_enabled IS DISTINCT FROM after.push_notifications_enabled THEN 'pushNotificationsEnabled' END,
          CASE WHEN before.trial_expired_notified IS DISTINCT FROM after.trial_expired_notified THEN 'trialExpiredNotified' END,
          CASE WHEN before.legacy_flag IS DISTINCT FROM after.legacy_flag THEN 'legacyFlag' END,
          CASE WHEN before.bulk_limit IS DISTINCT FROM after.bulk_limit THEN 'bulkLimit' END,
          CASE WHEN before.qr_limit IS DISTINCT FROM after.qr_limit THEN 'qrLimit' END,
          CASE WHEN before.domains_limit IS DISTINCT FROM after.domains_limit THEN 'domainsLimit' END,
          CASE WHEN before.allow_sepa IS DISTINCT FROM after.allow_sepa THEN 'allowSepa' END,
          CASE WHEN before.plan_id IS DISTINCT FROM after.plan_id THEN 'planId' END,
          CASE WHEN before.plan_name IS DISTINCT FROM after.plan_name THEN 'planName' END,
          CASE WHEN before.plan_price IS DISTINCT FROM after.plan_price THEN 'planPrice' END,
          CASE WHEN before.plan_currency IS DISTINCT FROM after.plan_currency THEN 'planCurrency' END,
          CASE WHEN before.plan_final_price IS DISTINCT FROM after.plan_final_price THEN 'planFinalPrice' END,
          CASE WHEN before.plan_months IS DISTINCT FROM after.plan_months THEN 'planMonths' END,
          CASE WHEN before.trial_plan IS DISTINCT FROM after.trial_plan THEN 'trialPlan' END,
          CASE WHEN before.discount IS DISTINCT FROM after.discount THEN 'discount' END,
          CASE WHEN before.stripe_customer_id IS DISTINCT FROM after.stripe_customer_id THEN 'stripeCustomerId' END,
          CASE WHEN before.stripe_trial_end IS DISTINCT FROM after.stripe_trial_end THEN 'stripeTrialEnd' END,
          CASE WHEN before.trialling_ends_at IS DISTINCT FROM after.trialling_ends_at THEN 'triallingEndsAt' END,
          CASE WHEN before.current_period_end IS DISTINCT FROM after.current_period_end THEN 'currentPeriodEnd' END,
          CASE WHEN before.subscription_status IS DISTINCT FROM after.subscription_status THEN 'subscriptionStatus' END,
          CASE WHEN before.subscription_ended IS DISTINCT FROM after.subscription_ended THEN 'subscriptionEnded' END,
          CASE WHEN before.canceled_at IS DISTINCT FROM after.canceled_at THEN 'canceledAt' END,
          CASE WHEN before.cancel_at_period_end IS DISTINCT FROM after.cancel_at_period_end THEN 'cancelAtPeriodEnd' END,
          CASE WHEN before.subscription_canceled_by IS DISTINCT FROM after.subscription_canceled_by THEN 'subscriptionCanceledBy' END,
          CASE WHEN before.early_fraud IS DISTINCT FROM after.early_fraud THEN 'earlyFraud' END,
          CASE WHEN before.stripe_dispute_reason IS DISTINCT FROM after.stripe_dispute_reason THEN 'stripeDisputeReason' END,
          CASE WHEN before.total_revenue IS DISTINCT FROM after.total_revenue THEN 'totalRevenue' END,
          CASE WHEN before.last_payment_method IS DISTINCT FROM after.last_payment_method THEN 'lastPaymentMethod' END,
          CASE WHEN before.last4 IS DISTINCT FROM after.last4 THEN 'last4' END,
          CASE WHEN before.card_brand IS DISTINCT FROM after.card_brand THEN 'cardBrand' END,
          CASE WHEN before.card_type IS DISTINCT FROM after.card_type THEN 'cardType' END,
          CASE WHEN before.expiry_month IS DISTINCT FROM after.expiry_month THEN 'expiryMonth' END,
          CASE WHEN before.expiry_year IS DISTINCT FROM after.expiry_year THEN 'expiryYear' END,
          CASE WHEN before.bank_code IS DISTINCT FROM after.bank_code THEN 'bankCode' END,
          CASE WHEN before.branch_code IS DISTINCT FROM after.branch_code THEN 'branchCode' END,
          CASE WHEN before.bank_country IS DISTINCT FROM after.bank_country THEN 'bankCountry' END,
          CASE WHEN before.browser IS DISTINCT FROM after.browser THEN 'browser' END,
          CASE WHEN before.browser_version IS DISTINCT FROM after.browser_version THEN 'browserVersion' END,
          CASE WHEN before.os IS DISTINCT FROM after.os THEN 'os' END,
          CASE WHEN before.os_version IS DISTINCT FROM after.os_version THEN 'osVersion' END,
          CASE WHEN before.device_model IS DISTINCT FROM after.device_model THEN 'deviceModel' END,
          CASE WHEN before.signup_source IS DISTINCT FROM after.signup_source THEN 'SignupSource' END,
          CASE WHEN before.is_2fa_enabled IS DISTINCT FROM after.is_2fa_enabled THEN 'is2faEnabled' END,
          CASE WHEN before.requires_action IS DISTINCT FROM after.requires_action THEN 'subscriptionInfo' END,
          CASE WHEN before.will_cancel IS DISTINCT FROM after.will_cancel THEN 'subscriptionInfo' END,
          CASE WHEN before.payment_early_fraud IS DISTINCT FROM after.payment_early_fraud THEN 'payment' END,
          CASE WHEN before.payment_dispute_reason IS DISTINCT FROM after.payment_dispute_reason THEN 'payment' END,
          CASE WHEN before.displayed_status IS DISTINCT FROM after.displayed_status THEN 'status' END
        ], NULL) AS fields FROM before JOIN after USING (id)
      ) AS told WHERE fields <> '{}';
    END IF;
  ELSIF (SELECT count(*) FROM changed) > 50 THEN
    INSERT INTO changes (type, customer_id) SELECT 'customer', CASE WHEN min(id) = max(id) THEN min(id) END FROM changed;
  ELSE
    INSERT INTO changes (type, record_id, customer_id, version)
    SELECT 'customer', id, id, version FROM changed;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER customers_tell_insert AFTER INSERT ON customers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_customers();--> statement-breakpoint
CREATE TRIGGER customers_tell_delete AFTER DELETE ON customers REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_customers();--> statement-breakpoint
CREATE TRIGGER customers_tell_update AFTER UPDATE ON customers REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION tell_customers();--> statement-breakpoint
CREATE FUNCTION tell_customer_notes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (SELECT count(*) FROM after) > 50 THEN
      INSERT INTO changes (type, customer_id)
      SELECT 'note', CASE WHEN min(user_id) = max(user_id) THEN min(user_id) END FROM (SELECT
          user_id, note, created_at, author_name
        FROM after EXCEPT ALL SELECT
          user_id, note, created_at, author_name
        FROM before) AS changed HAVING count(*) > 0;
    ELSE
      INSERT INTO changes (type, record_id, customer_id, version, fields)
      SELECT 'note', id, customer_id, version, fields FROM (
        SELECT after.user_id AS id, after.user_id AS customer_id, after.version AS version, array_remove(ARRAY[
          CASE WHEN before.note IS DISTINCT FROM after.note THEN 'note' END,
          CASE WHEN before.created_at IS DISTINCT FROM after.created_at THEN 'createdAt' END,
          CASE WHEN before.author_name IS DISTINCT FROM after.author_name THEN 'authorName' END
        ], NULL) AS fields FROM before JOIN after USING (user_id)
      ) AS told WHERE fields <> '{}';
    END IF;
  ELSIF (SELECT count(*) FROM changed) > 50 THEN
    INSERT INTO changes (type, customer_id) SELECT 'note', CASE WHEN min(user_id) = max(user_id) THEN min(user_id) END FROM changed;
  ELSE
    INSERT INTO changes (type, record_id, customer_id, version)
    SELECT 'note', user_id, user_id, version FROM changed;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER customer_notes_tell_insert AFTER INSERT ON customer_notes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_customer_notes();--> statement-breakpoint
CREATE TRIGGER customer_notes_tell_delete AFTER DELETE ON customer_notes REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_customer_notes();--> statement-breakpoint
CREATE TRIGGER customer_notes_tell_update AFTER UPDATE ON customer_notes REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION tell_customer_notes();--> statement-breakpoint
CREATE FUNCTION tell_feedback() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (SELECT count(*) FROM after) > 50 THEN
      INSERT INTO changes (type, customer_id)
      SELECT 'feedback', CASE WHEN min(user_id) = max(user_id) THEN min(user_id) END FROM (SELECT
          id, note, reason_type, created_at, user_id
        FROM after EXCEPT ALL SELECT
          id, note, reason_type, created_at, user_id
        FROM before) AS changed HAVING count(*) > 0;
    ELSE
      INSERT INTO changes (type, record_id, customer_id, version, fields)
      SELECT 'feedback', id, customer_id, version, fields FROM (
        SELECT after.id AS id, after.user_id AS customer_id, NULL::int AS version, array_remove(ARRAY[
          CASE WHEN before.note IS DISTINCT FROM after.note THEN 'note' END,
          CASE WHEN before.reason_type IS DISTINCT FROM after.reason_type THEN 'reasonType' END,
          CASE WHEN before.created_at IS DISTINCT FROM after.created_at THEN 'createdAt' END,
          CASE WHEN before.user_id IS DISTINCT FROM after.user_id THEN 'user' END
        ], NULL) AS fields FROM before JOIN after USING (id)
      ) AS told WHERE fields <> '{}';
    END IF;
  ELSIF (SELECT count(*) FROM changed) > 50 THEN
    INSERT INTO changes (type, customer_id) SELECT 'feedback', CASE WHEN min(user_id) = max(user_id) THEN min(user_id) END FROM changed;
  ELSE
    INSERT INTO changes (type, record_id, customer_id, version)
    SELECT 'feedback', id, user_id, NULL::int FROM changed;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER feedback_tell_insert AFTER INSERT ON feedback REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_feedback();--> statement-breakpoint
CREATE TRIGGER feedback_tell_delete AFTER DELETE ON feedback REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_feedback();--> statement-breakpoint
CREATE TRIGGER feedback_tell_update AFTER UPDATE ON feedback REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION tell_feedback();--> statement-breakpoint
CREATE FUNCTION tell_invitations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (SELECT count(*) FROM after) > 50 THEN
      INSERT INTO changes (type, customer_id)
      SELECT 'invitation', CASE WHEN min(owner_id) = max(owner_id) THEN min(owner_id) END FROM (SELECT
          id, owner_id, email, role, status, created_at, last_login, registration_complete, user_id
        FROM after EXCEPT ALL SELECT
          id, owner_id, email, role, status, created_at, last_login, registration_complete, user_id
        FROM before) AS changed HAVING count(*) > 0;
    ELSE
      INSERT INTO changes (type, record_id, customer_id, version, fields)
      SELECT 'invitation', id, customer_id, version, fields FROM (
        SELECT after.id AS id, after.owner_id AS customer_id, NULL::int AS version, array_remove(ARRAY[
          CASE WHEN before.email IS DISTINCT FROM after.email THEN 'email' END,
          CASE WHEN before.role IS DISTINCT FROM after.role THEN 'role' END,
          CASE WHEN before.status IS DISTINCT FROM after.status THEN 'status' END,
          CASE WHEN before.created_at IS DISTINCT FROM after.created_at THEN 'createdAt' END,
          CASE WHEN before.last_login IS DISTINCT FROM after.last_login THEN 'lastLogin' END,
          CASE WHEN before.registration_complete IS DISTINCT FROM after.registration_complete THEN 'registrationComplete' END,
          CASE WHEN before.user_id IS DISTINCT FROM after.user_id THEN 'userId' END
        ], NULL) AS fields FROM before JOIN after USING (id)
      ) AS told WHERE fields <> '{}';
    END IF;
  ELSIF (SELECT count(*) FROM changed) > 50 THEN
    INSERT INTO changes (type, customer_id) SELECT 'invitation', CASE WHEN min(owner_id) = max(owner_id) THEN min(owner_id) END FROM changed;
  ELSE
    INSERT INTO changes (type, record_id, customer_id, version)
    SELECT 'invitation', id, owner_id, NULL::int FROM changed;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER invitations_tell_insert AFTER INSERT ON invitations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_invitations();--> statement-breakpoint
CREATE TRIGGER invitations_tell_delete AFTER DELETE ON invitations REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_invitations();--> statement-breakpoint
CREATE TRIGGER invitations_tell_update AFTER UPDATE ON invitations REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION tell_invitations();--> statement-breakpoint
CREATE FUNCTION tell_customer_domains() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (SELECT count(*) FROM after) > 50 THEN
      INSERT INTO changes (type, customer_id)
      SELECT 'domain', CASE WHEN min(user_id) = max(user_id) THEN min(user_id) END FROM (SELECT
          id, hostname, status, certificate, created_at, main, user_id
        FROM after EXCEPT ALL SELECT
          id, hostname, status, certificate, created_at, main, user_id
        FROM before) AS changed HAVING count(*) > 0;
    ELSE
      INSERT INTO changes (type, record_id, customer_id, version, fields)
      SELECT 'domain', id, customer_id, version, fields FROM (
        SELECT after.id AS id, after.user_id AS customer_id, NULL::int AS version, array_remove(ARRAY[
          CASE WHEN before.hostname IS DISTINCT FROM after.hostname THEN 'hostname' END,
          CASE WHEN before.status IS DISTINCT FROM after.status THEN 'status' END,
          CASE WHEN before.certificate IS DISTINCT FROM after.certificate THEN 'certificate' END,
          CASE WHEN before.created_at IS DISTINCT FROM after.created_at THEN 'createdAt' END,
          CASE WHEN before.main IS DISTINCT FROM after.main THEN 'main' END,
          CASE WHEN before.user_id IS DISTINCT FROM after.user_id THEN 'user' END
        ], NULL) AS fields FROM before JOIN after USING (id)
      ) AS told WHERE fields <> '{}';
    END IF;
  ELSIF (SELECT count(*) FROM changed) > 50 THEN
    INSERT INTO changes (type, customer_id) SELECT 'domain', CASE WHEN min(user_id) = max(user_id) THEN min(user_id) END FROM changed;
  ELSE
    INSERT INTO changes (type, record_id, customer_id, version)
    SELECT 'domain', id, user_id, NULL::int FROM changed;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER customer_domains_tell_insert AFTER INSERT ON customer_domains REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_customer_domains();--> statement-breakpoint
CREATE TRIGGER customer_domains_tell_delete AFTER DELETE ON customer_domains REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_customer_domains();--> statement-breakpoint
CREATE TRIGGER customer_domains_tell_update AFTER UPDATE ON customer_domains REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION tell_customer_domains();--> statement-breakpoint
CREATE FUNCTION tell_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (SELECT count(*) FROM after) > 50 THEN
      INSERT INTO changes (type, customer_id)
      SELECT 'event', CASE WHEN min(user_id) = max(user_id) THEN min(user_id) END FROM (SELECT
          id, event, ip, date, user_id
        FROM after EXCEPT ALL SELECT
          id, event, ip, date, user_id
        FROM before) AS changed HAVING count(*) > 0;
    ELSE
      INSERT INTO changes (type, record_id, customer_id, version, fields)
      SELECT 'event', id, customer_id, version, fields FROM (
        SELECT after.id AS id, after.user_id AS customer_id, NULL::int AS version, array_remove(ARRAY[
          CASE WHEN before.event IS DISTINCT FROM after.event THEN 'event' END,
          CASE WHEN before.ip IS DISTINCT FROM after.ip THEN 'ip' END,
          CASE WHEN before.date IS DISTINCT FROM after.date THEN 'date' END,
          CASE WHEN before.user_id IS DISTINCT FROM after.user_id THEN 'user' END
        ], NULL) AS fields FROM before JOIN after USING (id)
      ) AS told WHERE fields <> '{}';
    END IF;
  ELSIF (SELECT count(*) FROM changed) > 50 THEN
    INSERT INTO changes (type, customer_id) SELECT 'event', CASE WHEN min(user_id) = max(user_id) THEN min(user_id) END FROM changed;
  ELSE
    INSERT INTO changes (type, record_id, customer_id, version)
    SELECT 'event', id, user_id, NULL::int FROM changed;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER events_tell_insert AFTER INSERT ON events REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_events();--> statement-breakpoint
CREATE TRIGGER events_tell_delete AFTER DELETE ON events REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_events();--> statement-breakpoint
CREATE TRIGGER events_tell_update AFTER UPDATE ON events REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION tell_events();--> statement-breakpoint
CREATE FUNCTION tell_folders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (SELECT count(*) FROM after) > 50 THEN
      INSERT INTO changes (type, customer_id)
      SELECT 'folder', CASE WHEN min(user_id) = max(user_id) THEN min(user_id) END FROM (SELECT
          id, name, created_at, user_id
        FROM after EXCEPT ALL SELECT
          id, name, created_at, user_id
        FROM before) AS changed HAVING count(*) > 0;
    ELSE
      INSERT INTO changes (type, record_id, customer_id, version, fields)
      SELECT 'folder', id, customer_id, version, fields FROM (
        SELECT after.id AS id, owner.id AS customer_id, NULL::int AS version, array_remove(ARRAY[
          CASE WHEN before.name IS DISTINCT FROM after.name THEN 'name' END,
          CASE WHEN before.created_at IS DISTINCT FROM after.created_at THEN 'createdAt' END,
          CASE WHEN before.user_id IS DISTINCT FROM after.user_id THEN 'user' END
        ], NULL) AS fields FROM before JOIN after USING (id)
        CROSS JOIN LATERAL (SELECT after.user_id AS id UNION SELECT before.user_id) AS owner
      ) AS told WHERE fields <> '{}';
    END IF;
  ELSIF (SELECT count(*) FROM changed) > 50 THEN
    INSERT INTO changes (type, customer_id) SELECT 'folder', CASE WHEN min(user_id) = max(user_id) THEN min(user_id) END FROM changed;
  ELSE
    INSERT INTO changes (type, record_id, customer_id, version)
    SELECT 'folder', id, user_id, NULL::int FROM changed;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER folders_tell_insert AFTER INSERT ON folders REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_folders();--> statement-breakpoint
CREATE TRIGGER folders_tell_delete AFTER DELETE ON folders REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_folders();--> statement-breakpoint
CREATE TRIGGER folders_tell_update AFTER UPDATE ON folders REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION tell_folders();--> statement-breakpoint
CREATE FUNCTION tell_qrs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (SELECT count(*) FROM after) > 50 THEN
      INSERT INTO changes (type, customer_id)
      SELECT 'qr', CASE WHEN min(user_id) = max(user_id) THEN min(user_id) END FROM (SELECT
          id, name, type, created_at, virus, status, stopped, uri, whitelisted, archived, content, user_id, folder_id
        FROM after EXCEPT ALL SELECT
          id, name, type, created_at, virus, status, stopped, uri, whitelisted, archived, content, user_id, folder_id
        FROM before) AS changed HAVING count(*) > 0;
    ELSE
      INSERT INTO changes (type, record_id, customer_id, version, fields)
      SELECT 'qr', id, customer_id, version, fields FROM (
        SELECT after.id AS id, owner.id AS customer_id, after.version AS version, array_remove(ARRAY[
          CASE WHEN before.name IS DISTINCT FROM after.name THEN 'name' END,
          CASE WHEN before.type IS DISTINCT FROM after.type THEN 'type' END,
          CASE WHEN before.created_at IS DISTINCT FROM after.created_at THEN 'createdAt' END,
          CASE WHEN before.virus IS DISTINCT FROM after.virus THEN 'virus' END,
          CASE WHEN before.status IS DISTINCT FROM after.status THEN 'status' END,
          CASE WHEN before.stopped IS DISTINCT FROM after.stopped THEN 'stopped' END,
          CASE WHEN before.uri IS DISTINCT FROM after.uri THEN 'uri' END,
          CASE WHEN before.whitelisted IS DISTINCT FROM after.whitelisted THEN 'whitelisted' END,
          CASE WHEN before.archived IS DISTINCT FROM after.archived THEN 'archived' END,
          CASE WHEN before.content IS DISTINCT FROM after.content THEN 'content' END,
          CASE WHEN before.user_id IS DISTINCT FROM after.user_id THEN 'user' END,
          CASE WHEN before.folder_id IS DISTINCT FROM after.folder_id THEN 'folder' END
        ], NULL) AS fields FROM before JOIN after USING (id)
        CROSS JOIN LATERAL (SELECT after.user_id AS id UNION SELECT before.user_id) AS owner
      ) AS told WHERE fields <> '{}';
    END IF;
  ELSIF (SELECT count(*) FROM changed) > 50 THEN
    INSERT INTO changes (type, customer_id) SELECT 'qr', CASE WHEN min(user_id) = max(user_id) THEN min(user_id) END FROM changed;
  ELSE
    INSERT INTO changes (type, record_id, customer_id, version)
    SELECT 'qr', id, user_id, version FROM changed;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER qrs_tell_insert AFTER INSERT ON qrs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_qrs();--> statement-breakpoint
CREATE TRIGGER qrs_tell_delete AFTER DELETE ON qrs REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_qrs();--> statement-breakpoint
CREATE TRIGGER qrs_tell_update AFTER UPDATE ON qrs REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION tell_qrs();--> statement-breakpoint
CREATE FUNCTION tell_payments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (SELECT count(*) FROM after) > 50 THEN
      INSERT INTO changes (type, customer_id)
      SELECT 'payment', CASE WHEN min(user_id) = max(user_id) THEN min(user_id) END FROM (SELECT
          id, email, country, currency, amount, final_amount, amount_refunded, final_amount_refunded, refund_currency,
          stripe_payment_intent_id, stripe_payment_intent_status, stripe_invoice_status, stripe_dispute_status, early_fraud,
          payment_method_brand, created_at, confirmed_at, status, ref, ip, trial_plan, discount, user_id, stripe_dispute_reason,
          stripe_payment_method_type, wallet_type, parent_method_type
        FROM after EXCEPT ALL SELECT
          id, email, country, currency, amount, final_amount, amount_refunded, final_amount_refunded, refund_currency,
          stripe_payment_intent_id, stripe_payment_intent_status, stripe_invoice_status, stripe_dispute_status, early_fraud,
          payment_method_brand, created_at, confirmed_at, status, ref, ip, trial_plan, discount, user_id, stripe_dispute_reason,
          stripe_payment_method_type, wallet_type, parent_method_type
        FROM before) AS changed HAVING count(*) > 0;
    ELSE
      INSERT INTO changes (type, record_id, customer_id, version, fields)
      SELECT 'payment', id, customer_id, version, fields FROM (
        SELECT after.id AS id, after.user_id AS customer_id, after.version AS version, array_remove(ARRAY[
          CASE WHEN before.email IS DISTINCT FROM after.email THEN 'email' END,
          CASE WHEN before.country IS DISTINCT FROM after.country THEN 'country' END,
          CASE WHEN before.currency IS DISTINCT FROM after.currency THEN 'currency' END,
          CASE WHEN before.amount IS DISTINCT FROM after.amount THEN 'amount' END,
          CASE WHEN before.final_amount IS DISTINCT FROM after.final_amount THEN 'finalAmount' END,
          CASE WHEN before.amount_refunded IS DISTINCT FROM after.amount_refunded THEN 'amountRefunded' END,
          CASE WHEN before.final_amount_refunded IS DISTINCT FROM after.final_amount_refunded THEN 'finalAmountRefunded' END,
          CASE WHEN before.refund_currency IS DISTINCT FROM after.refund_currency THEN 'refundCurrency' END,
          CASE WHEN before.stripe_payment_intent_id IS DISTINCT FROM after.stripe_payment_intent_id THEN 'stripePaymentIntentId' END,
          CASE WHEN before.stripe_payment_intent_status IS DISTINCT FROM after.stripe_payment_intent_status THEN 'stripePaymentIntentStatus' END,
          CASE WHEN before.stripe_invoice_status IS DISTINCT FROM after.stripe_invoice_status THEN 'stripeInvoiceStatus' END,
          CASE WHEN before.stripe_dispute_status IS DISTINCT FROM after.stripe_dispute_status THEN 'stripeDisputeStatus' END,
          CASE WHEN before.early_fraud IS DISTINCT FROM after.early_fraud THEN 'earlyFraud' END,
          CASE WHEN before.payment_method_brand IS DISTINCT FROM after.payment_method_brand THEN 'paymentMethodBrand' END,
          CASE WHEN before.created_at IS DISTINCT FROM after.created_at THEN 'createdAt' END,
          CASE WHEN before.confirmed_at IS DISTINCT FROM after.confirmed_at THEN 'confirmedAt' END,
          CASE WHEN before.status IS DISTINCT FROM after.status THEN 'status' END,
          CASE WHEN before.ref IS DISTINCT FROM after.ref THEN 'ref' END,
          CASE WHEN before.ip IS DISTINCT FROM after.ip THEN 'ip' END,
          CASE WHEN before.trial_plan IS DISTINCT FROM after.trial_plan THEN 'trialPlan' END,
          CASE WHEN before.discount IS DISTINCT FROM after.discount THEN 'discount' END,
          CASE WHEN before.user_id IS DISTINCT FROM after.user_id THEN 'userId' END,
          CASE WHEN before.stripe_dispute_reason IS DISTINCT FROM after.stripe_dispute_reason THEN 'disputeReason' END,
          CASE WHEN before.stripe_payment_method_type IS DISTINCT FROM after.stripe_payment_method_type THEN 'paymentType' END,
          CASE WHEN before.wallet_type IS DISTINCT FROM after.wallet_type THEN 'paymentType' END,
          CASE WHEN before.parent_method_type IS DISTINCT FROM after.parent_method_type THEN 'paymentType' END
        ], NULL) AS fields FROM before JOIN after USING (id)
      ) AS told WHERE fields <> '{}';
    END IF;
  ELSIF (SELECT count(*) FROM changed) > 50 THEN
    INSERT INTO changes (type, customer_id) SELECT 'payment', CASE WHEN min(user_id) = max(user_id) THEN min(user_id) END FROM changed;
  ELSE
    INSERT INTO changes (type, record_id, customer_id, version)
    SELECT 'payment', id, user_id, version FROM changed;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER payments_tell_insert AFTER INSERT ON payments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_payments();--> statement-breakpoint
CREATE TRIGGER payments_tell_delete AFTER DELETE ON payments REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_payments();--> statement-breakpoint
CREATE TRIGGER payments_tell_update AFTER UPDATE ON payments REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION tell_payments();--> statement-breakpoint
CREATE FUNCTION tell_invoices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (SELECT count(*) FROM after) > 50 THEN
      INSERT INTO changes (type, customer_id)
      SELECT 'invoice', CASE WHEN min(user_id) = max(user_id) THEN min(user_id) END FROM (SELECT
          id, number, created_at, link, currency, subtotal, vat_rate, vat_amount, total, description, user_id, payment_id
        FROM after EXCEPT ALL SELECT
          id, number, created_at, link, currency, subtotal, vat_rate, vat_amount, total, description, user_id, payment_id
        FROM before) AS changed HAVING count(*) > 0;
    ELSE
      INSERT INTO changes (type, record_id, customer_id, version, fields)
      SELECT 'invoice', id, customer_id, version, fields FROM (
        SELECT after.id AS id, after.user_id AS customer_id, NULL::int AS version, array_remove(ARRAY[
          CASE WHEN before.number IS DISTINCT FROM after.number THEN 'number' END,
          CASE WHEN before.created_at IS DISTINCT FROM after.created_at THEN 'createdAt' END,
          CASE WHEN before.link IS DISTINCT FROM after.link THEN 'link' END,
          CASE WHEN before.currency IS DISTINCT FROM after.currency THEN 'currency' END,
          CASE WHEN before.subtotal IS DISTINCT FROM after.subtotal THEN 'subtotal' END,
          CASE WHEN before.vat_rate IS DISTINCT FROM after.vat_rate THEN 'vatRate' END,
          CASE WHEN before.vat_amount IS DISTINCT FROM after.vat_amount THEN 'vatAmount' END,
          CASE WHEN before.total IS DISTINCT FROM after.total THEN 'total' END,
          CASE WHEN before.description IS DISTINCT FROM after.description THEN 'description' END,
          CASE WHEN before.user_id IS DISTINCT FROM after.user_id THEN 'customer' END,
          CASE WHEN before.payment_id IS DISTINCT FROM after.payment_id THEN 'payment' END
        ], NULL) AS fields FROM before JOIN after USING (id)
      ) AS told WHERE fields <> '{}';
    END IF;
  ELSIF (SELECT count(*) FROM changed) > 50 THEN
    INSERT INTO changes (type, customer_id) SELECT 'invoice', CASE WHEN min(user_id) = max(user_id) THEN min(user_id) END FROM changed;
  ELSE
    INSERT INTO changes (type, record_id, customer_id, version)
    SELECT 'invoice', id, user_id, NULL::int FROM changed;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER invoices_tell_insert AFTER INSERT ON invoices REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_invoices();--> statement-breakpoint
CREATE TRIGGER invoices_tell_delete AFTER DELETE ON invoices REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_invoices();--> statement-breakpoint
CREATE TRIGGER invoices_tell_update AFTER UPDATE ON invoices REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION tell_invoices();--> statement-breakpoint
CREATE FUNCTION tell_webrisk() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (SELECT count(*) FROM after) > 50 THEN
      INSERT INTO changes (type, customer_id)
      SELECT 'webrisk', CASE WHEN min(user_id) = max(user_id) THEN min(user_id) END FROM (SELECT
          id, url, type, visits, score, status, email, whois_date, created_at, qr_id, user_id
        FROM after EXCEPT ALL SELECT
          id, url, type, visits, score, status, email, whois_date, created_at, qr_id, user_id
        FROM before) AS changed HAVING count(*) > 0;
    ELSE
      INSERT INTO changes (type, record_id, customer_id, version, fields)
      SELECT 'webrisk', id, customer_id, version, fields FROM (
        SELECT after.id AS id, after.user_id AS customer_id, NULL::int AS version, array_remove(ARRAY[
          CASE WHEN before.url IS DISTINCT FROM after.url THEN 'url' END,
          CASE WHEN before.type IS DISTINCT FROM after.type THEN 'type' END,
          CASE WHEN before.visits IS DISTINCT FROM after.visits THEN 'visits' END,
          CASE WHEN before.score IS DISTINCT FROM after.score THEN 'score' END,
          CASE WHEN before.status IS DISTINCT FROM after.status THEN 'status' END,
          CASE WHEN before.email IS DISTINCT FROM after.email THEN 'email' END,
          CASE WHEN before.whois_date IS DISTINCT FROM after.whois_date THEN 'whoisDate' END,
          CASE WHEN before.created_at IS DISTINCT FROM after.created_at THEN 'createdAt' END,
          CASE WHEN before.qr_id IS DISTINCT FROM after.qr_id THEN 'qr' END,
          CASE WHEN before.user_id IS DISTINCT FROM after.user_id THEN 'user' END
        ], NULL) AS fields FROM before JOIN after USING (id)
      ) AS told WHERE fields <> '{}';
    END IF;
  ELSIF (SELECT count(*) FROM changed) > 50 THEN
    INSERT INTO changes (type, customer_id) SELECT 'webrisk', CASE WHEN min(user_id) = max(user_id) THEN min(user_id) END FROM changed;
  ELSE
    INSERT INTO changes (type, record_id, customer_id, version)
    SELECT 'webrisk', id, user_id, NULL::int FROM changed;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER webrisk_tell_insert AFTER INSERT ON webrisk REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_webrisk();--> statement-breakpoint
CREATE TRIGGER webrisk_tell_delete AFTER DELETE ON webrisk REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_webrisk();--> statement-breakpoint
CREATE TRIGGER webrisk_tell_update AFTER UPDATE ON webrisk REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION tell_webrisk();--> statement-breakpoint
CREATE FUNCTION tell_abuse_reports() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (SELECT count(*) FROM after) > 50 THEN
      INSERT INTO changes (type, customer_id)
      SELECT 'abuse-report', NULL FROM (SELECT
          id, url, email, reason, status, created_at
        FROM after EXCEPT ALL SELECT
          id, url, email, reason, status, created_at
        FROM before) AS changed HAVING count(*) > 0;
    ELSE
      INSERT INTO changes (type, record_id, customer_id, version, fields)
      SELECT 'abuse-report', id, customer_id, version, fields FROM (
        SELECT after.id AS id, NULL::int AS customer_id, NULL::int AS version, array_remove(ARRAY[
          CASE WHEN before.url IS DISTINCT FROM after.url THEN 'url' END,
          CASE WHEN before.email IS DISTINCT FROM after.email THEN 'email' END,
          CASE WHEN before.reason IS DISTINCT FROM after.reason THEN 'reason' END,
          CASE WHEN before.status IS DISTINCT FROM after.status THEN 'status' END,
          CASE WHEN before.created_at IS DISTINCT FROM after.created_at THEN 'createdAt' END
        ], NULL) AS fields FROM before JOIN after USING (id)
      ) AS told WHERE fields <> '{}';
    END IF;
  ELSIF (SELECT count(*) FROM changed) > 50 THEN
    INSERT INTO changes (type, customer_id) SELECT 'abuse-report', NULL FROM changed;
  ELSE
    INSERT INTO changes (type, record_id, customer_id, version)
    SELECT 'abuse-report', id, NULL::int, NULL::int FROM changed;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER abuse_reports_tell_insert AFTER INSERT ON abuse_reports REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_abuse_reports();--> statement-breakpoint
CREATE TRIGGER abuse_reports_tell_delete AFTER DELETE ON abuse_reports REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_abuse_reports();--> statement-breakpoint
CREATE TRIGGER abuse_reports_tell_update AFTER UPDATE ON abuse_reports REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION tell_abuse_reports();--> statement-breakpoint
CREATE FUNCTION tell_api_calls() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (SELECT count(*) FROM after) > 50 THEN
      INSERT INTO changes (type, customer_id)
      SELECT 'api-call', CASE WHEN min(owner) = max(owner) THEN min(owner) END FROM (SELECT
          id, owner, method, path, query, status_code, created_at, response_time, request_headers, request_body, response_headers,
          response_body
        FROM after EXCEPT ALL SELECT
          id, owner, method, path, query, status_code, created_at, response_time, request_headers, request_body, response_headers,
          response_body
        FROM before) AS changed HAVING count(*) > 0;
    ELSE
      INSERT INTO changes (type, record_id, customer_id, version, fields)
      SELECT 'api-call', id, customer_id, version, fields FROM (
        SELECT after.id AS id, after.owner AS customer_id, NULL::int AS version, array_remove(ARRAY[
          CASE WHEN before.owner IS DISTINCT FROM after.owner THEN 'owner' END,
          CASE WHEN before.method IS DISTINCT FROM after.method THEN 'method' END,
          CASE WHEN before.path IS DISTINCT FROM after.path THEN 'path' END,
          CASE WHEN before.query IS DISTINCT FROM after.query THEN 'query' END,
          CASE WHEN before.status_code IS DISTINCT FROM after.status_code THEN 'statusCode' END,
          CASE WHEN before.created_at IS DISTINCT FROM after.created_at THEN 'createdAt' END,
          CASE WHEN before.response_time IS DISTINCT FROM after.response_time THEN 'responseTime' END,
          CASE WHEN before.request_headers IS DISTINCT FROM after.request_headers THEN 'requestHeaders' END,
          CASE WHEN before.request_body IS DISTINCT FROM after.request_body THEN 'requestBody' END,
          CASE WHEN before.response_headers IS DISTINCT FROM after.response_headers THEN 'responseHeaders' END,
          CASE WHEN before.response_body IS DISTINCT FROM after.response_body THEN 'responseBody' END
        ], NULL) AS fields FROM before JOIN after USING (id)
      ) AS told WHERE fields <> '{}';
    END IF;
  ELSIF (SELECT count(*) FROM changed) > 50 THEN
    INSERT INTO changes (type, customer_id) SELECT 'api-call', CASE WHEN min(owner) = max(owner) THEN min(owner) END FROM changed;
  ELSE
    INSERT INTO changes (type, record_id, customer_id, version)
    SELECT 'api-call', id, owner, NULL::int FROM changed;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER api_calls_tell_insert AFTER INSERT ON api_calls REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_api_calls();--> statement-breakpoint
CREATE TRIGGER api_calls_tell_delete AFTER DELETE ON api_calls REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_api_calls();--> statement-breakpoint
CREATE TRIGGER api_calls_tell_update AFTER UPDATE ON api_calls REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION tell_api_calls();--> statement-breakpoint
CREATE FUNCTION tell_staff() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (SELECT count(*) FROM after) > 50 THEN
      INSERT INTO changes (type, customer_id)
      SELECT 'user', NULL FROM (SELECT
          id, name, email, rol, created_at, totp_secret
        FROM after EXCEPT ALL SELECT
          id, name, email, rol, created_at, totp_secret
        FROM before) AS changed HAVING count(*) > 0;
    ELSE
      INSERT INTO changes (type, record_id, customer_id, version, fields)
      SELECT 'user', id, customer_id, version, fields FROM (
        SELECT after.id AS id, NULL::int AS customer_id, after.version AS version, array_remove(ARRAY[
          CASE WHEN before.name IS DISTINCT FROM after.name THEN 'name' END,
          CASE WHEN before.email IS DISTINCT FROM after.email THEN 'email' END,
          CASE WHEN before.rol IS DISTINCT FROM after.rol THEN 'rol' END,
          CASE WHEN before.created_at IS DISTINCT FROM after.created_at THEN 'createdAt' END,
          CASE WHEN before.totp_secret IS DISTINCT FROM after.totp_secret THEN '2fa' END
        ], NULL) AS fields FROM before JOIN after USING (id)
      ) AS told WHERE fields <> '{}';
    END IF;
  ELSIF (SELECT count(*) FROM changed) > 50 THEN
    INSERT INTO changes (type, customer_id) SELECT 'user', NULL FROM changed;
  ELSE
    INSERT INTO changes (type, record_id, customer_id, version)
    SELECT 'user', id, NULL::int, version FROM changed;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER staff_tell_insert AFTER INSERT ON staff REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_staff();--> statement-breakpoint
CREATE TRIGGER staff_tell_delete AFTER DELETE ON staff REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_staff();--> statement-breakpoint
CREATE TRIGGER staff_tell_update AFTER UPDATE ON staff REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION tell_staff();--> statement-breakpoint
CREATE FUNCTION tell_billing_data() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO changes (type, record_id, customer_id, fields)
    SELECT 'customer', CASE WHEN few THEN id END, CASE WHEN few THEN id END, CASE WHEN few THEN '{billing}'::text[] ELSE '{}' END
    FROM (SELECT id, count(*) OVER () <= 50 AS few, row_number() OVER () AS place FROM (
      SELECT DISTINCT user_id AS id FROM (
      (SELECT user_id, country, account_type, company_name, vat_number, tax_id, firstname, lastname, street, zip, city, email, locked FROM before EXCEPT ALL SELECT user_id, country, account_type, company_name, vat_number, tax_id, firstname, lastname, street, zip, city, email, locked FROM after)
      UNION ALL (SELECT user_id, country, account_type, company_name, vat_number, tax_id, firstname, lastname, street, zip, city, email, locked FROM after EXCEPT ALL SELECT user_id, country, account_type, company_name, vat_number, tax_id, firstname, lastname, street, zip, city, email, locked FROM before)) AS changed) AS each_one) AS told
    WHERE few OR place = 1;
  ELSE
    INSERT INTO changes (type, record_id, customer_id, fields)
    SELECT 'customer', CASE WHEN few THEN id END, CASE WHEN few THEN id END, CASE WHEN few THEN '{billing}'::text[] ELSE '{}' END
    FROM (SELECT id, count(*) OVER () <= 50 AS few, row_number() OVER () AS place FROM (
      SELECT DISTINCT user_id AS id FROM changed) AS each_one) AS told
    WHERE few OR place = 1;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER billing_data_tell_insert AFTER INSERT ON billing_data REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_billing_data();--> statement-breakpoint
CREATE TRIGGER billing_data_tell_delete AFTER DELETE ON billing_data REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_billing_data();--> statement-breakpoint
CREATE TRIGGER billing_data_tell_update AFTER UPDATE ON billing_data REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION tell_billing_data();--> statement-breakpoint
CREATE FUNCTION tell_subscription_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO changes (type, record_id, customer_id, fields)
    SELECT 'customer', CASE WHEN few THEN id END, CASE WHEN few THEN id END, CASE WHEN few THEN '{timeline}'::text[] ELSE '{}' END
    FROM (SELECT id, count(*) OVER () <= 50 AS few, row_number() OVER () AS place FROM (
      SELECT DISTINCT user_id AS id FROM (
      (SELECT user_id, at, from_status, to_status, reason FROM before EXCEPT ALL SELECT user_id, at, from_status, to_status, reason FROM after)
      UNION ALL (SELECT user_id, at, from_status, to_status, reason FROM after EXCEPT ALL SELECT user_id, at, from_status, to_status, reason FROM before)) AS changed) AS each_one) AS told
    WHERE few OR place = 1;
  ELSE
    INSERT INTO changes (type, record_id, customer_id, fields)
    SELECT 'customer', CASE WHEN few THEN id END, CASE WHEN few THEN id END, CASE WHEN few THEN '{timeline}'::text[] ELSE '{}' END
    FROM (SELECT id, count(*) OVER () <= 50 AS few, row_number() OVER () AS place FROM (
      SELECT DISTINCT user_id AS id FROM changed) AS each_one) AS told
    WHERE few OR place = 1;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER subscription_changes_tell_insert AFTER INSERT ON subscription_changes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_subscription_changes();--> statement-breakpoint
CREATE TRIGGER subscription_changes_tell_delete AFTER DELETE ON subscription_changes REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_subscription_changes();--> statement-breakpoint
CREATE TRIGGER subscription_changes_tell_update AFTER UPDATE ON subscription_changes REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION tell_subscription_changes();--> statement-breakpoint
CREATE FUNCTION tell_refunds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO changes (type, record_id, customer_id, fields)
    SELECT 'payment', CASE WHEN few THEN id END, CASE WHEN few THEN (SELECT user_id FROM payments WHERE payments.id = told.id) END, CASE WHEN few THEN '{refunds}'::text[] ELSE '{}' END
    FROM (SELECT id, count(*) OVER () <= 50 AS few, row_number() OVER () AS place FROM (
      SELECT DISTINCT payment_id AS id FROM (
      (SELECT payment_id, amount, currency, state, reason, error, staff_id, settled_at FROM before EXCEPT ALL SELECT payment_id, amount, currency, state, reason, error, staff_id, settled_at FROM after)
      UNION ALL (SELECT payment_id, amount, currency, state, reason, error, staff_id, settled_at FROM after EXCEPT ALL SELECT payment_id, amount, currency, state, reason, error, staff_id, settled_at FROM before)) AS changed) AS each_one) AS told
    WHERE few OR place = 1;
  ELSE
    INSERT INTO changes (type, record_id, customer_id, fields)
    SELECT 'payment', CASE WHEN few THEN id END, CASE WHEN few THEN (SELECT user_id FROM payments WHERE payments.id = told.id) END, CASE WHEN few THEN '{refunds}'::text[] ELSE '{}' END
    FROM (SELECT id, count(*) OVER () <= 50 AS few, row_number() OVER () AS place FROM (
      SELECT DISTINCT payment_id AS id FROM changed) AS each_one) AS told
    WHERE few OR place = 1;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER refunds_tell_insert AFTER INSERT ON refunds REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_refunds();--> statement-breakpoint
CREATE TRIGGER refunds_tell_delete AFTER DELETE ON refunds REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_refunds();--> statement-breakpoint
CREATE TRIGGER refunds_tell_update AFTER UPDATE ON refunds REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION tell_refunds();--> statement-breakpoint
CREATE FUNCTION tell_uri_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO changes (type, record_id, customer_id, fields)
    SELECT 'qr', CASE WHEN few THEN id END, CASE WHEN few THEN (SELECT user_id FROM qrs WHERE qrs.id = told.id) END, CASE WHEN few THEN '{uris}'::text[] ELSE '{}' END
    FROM (SELECT id, count(*) OVER () <= 50 AS few, row_number() OVER () AS place FROM (
      SELECT DISTINCT qr_id AS id FROM (
      (SELECT qr_id, uri, qr_uri, updated_at FROM before EXCEPT ALL SELECT qr_id, uri, qr_uri, updated_at FROM after)
      UNION ALL (SELECT qr_id, uri, qr_uri, updated_at FROM after EXCEPT ALL SELECT qr_id, uri, qr_uri, updated_at FROM before)) AS changed) AS each_one) AS told
    WHERE few OR place = 1;
  ELSE
    INSERT INTO changes (type, record_id, customer_id, fields)
    SELECT 'qr', CASE WHEN few THEN id END, CASE WHEN few THEN (SELECT user_id FROM qrs WHERE qrs.id = told.id) END, CASE WHEN few THEN '{uris}'::text[] ELSE '{}' END
    FROM (SELECT id, count(*) OVER () <= 50 AS few, row_number() OVER () AS place FROM (
      SELECT DISTINCT qr_id AS id FROM changed) AS each_one) AS told
    WHERE few OR place = 1;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER uri_history_tell_insert AFTER INSERT ON uri_history REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_uri_history();--> statement-breakpoint
CREATE TRIGGER uri_history_tell_delete AFTER DELETE ON uri_history REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_uri_history();--> statement-breakpoint
CREATE TRIGGER uri_history_tell_update AFTER UPDATE ON uri_history REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION tell_uri_history();--> statement-breakpoint
CREATE FUNCTION tell_qr_media() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO changes (type, record_id, customer_id, fields)
    SELECT 'qr', CASE WHEN few THEN id END, CASE WHEN few THEN (SELECT user_id FROM qrs WHERE qrs.id = told.id) END, CASE WHEN few THEN '{media}'::text[] ELSE '{}' END
    FROM (SELECT id, count(*) OVER () <= 50 AS few, row_number() OVER () AS place FROM (
      SELECT DISTINCT qr_id AS id FROM (
      (SELECT qr_id, key, type, url, src FROM before EXCEPT ALL SELECT qr_id, key, type, url, src FROM after)
      UNION ALL (SELECT qr_id, key, type, url, src FROM after EXCEPT ALL SELECT qr_id, key, type, url, src FROM before)) AS changed) AS each_one) AS told
    WHERE few OR place = 1;
  ELSE
    INSERT INTO changes (type, record_id, customer_id, fields)
    SELECT 'qr', CASE WHEN few THEN id END, CASE WHEN few THEN (SELECT user_id FROM qrs WHERE qrs.id = told.id) END, CASE WHEN few THEN '{media}'::text[] ELSE '{}' END
    FROM (SELECT id, count(*) OVER () <= 50 AS few, row_number() OVER () AS place FROM (
      SELECT DISTINCT qr_id AS id FROM changed) AS each_one) AS told
    WHERE few OR place = 1;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER qr_media_tell_insert AFTER INSERT ON qr_media REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_qr_media();--> statement-breakpoint
CREATE TRIGGER qr_media_tell_delete AFTER DELETE ON qr_media REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_qr_media();--> statement-breakpoint
CREATE TRIGGER qr_media_tell_update AFTER UPDATE ON qr_media REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION tell_qr_media();--> statement-breakpoint
CREATE FUNCTION tell_infected_qrs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO changes (type, record_id, customer_id, fields)
    SELECT 'qr', CASE WHEN few THEN id END, CASE WHEN few THEN (SELECT user_id FROM qrs WHERE qrs.id = told.id) END, CASE WHEN few THEN '{infected}'::text[] ELSE '{}' END
    FROM (SELECT id, count(*) OVER () <= 50 AS few, row_number() OVER () AS place FROM (
      SELECT DISTINCT qr_id AS id FROM (
      (SELECT qr_id, uri, vendors FROM before EXCEPT ALL SELECT qr_id, uri, vendors FROM after)
      UNION ALL (SELECT qr_id, uri, vendors FROM after EXCEPT ALL SELECT qr_id, uri, vendors FROM before)) AS changed) AS each_one) AS told
    WHERE few OR place = 1;
  ELSE
    INSERT INTO changes (type, record_id, customer_id, fields)
    SELECT 'qr', CASE WHEN few THEN id END, CASE WHEN few THEN (SELECT user_id FROM qrs WHERE qrs.id = told.id) END, CASE WHEN few THEN '{infected}'::text[] ELSE '{}' END
    FROM (SELECT id, count(*) OVER () <= 50 AS few, row_number() OVER () AS place FROM (
      SELECT DISTINCT qr_id AS id FROM changed) AS each_one) AS told
    WHERE few OR place = 1;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER infected_qrs_tell_insert AFTER INSERT ON infected_qrs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_infected_qrs();--> statement-breakpoint
CREATE TRIGGER infected_qrs_tell_delete AFTER DELETE ON infected_qrs REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_infected_qrs();--> statement-breakpoint
CREATE TRIGGER infected_qrs_tell_update AFTER UPDATE ON infected_qrs REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION tell_infected_qrs();--> statement-breakpoint
CREATE FUNCTION tell_blacklisted_domains() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO changes (type)
    SELECT 'domain-rule' FROM (SELECT id, domain FROM after EXCEPT ALL SELECT id, domain FROM before) AS changed LIMIT 1;
  ELSE
    INSERT INTO changes (type) SELECT 'domain-rule' FROM changed LIMIT 1;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER blacklisted_domains_tell_insert AFTER INSERT ON blacklisted_domains REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_blacklisted_domains();--> statement-breakpoint
CREATE TRIGGER blacklisted_domains_tell_delete AFTER DELETE ON blacklisted_domains REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_blacklisted_domains();--> statement-breakpoint
CREATE TRIGGER blacklisted_domains_tell_update AFTER UPDATE ON blacklisted_domains REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION tell_blacklisted_domains();--> statement-breakpoint
CREATE FUNCTION tell_whitelisted_domains() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO changes (type)
    SELECT 'domain-rule' FROM (SELECT id, domain FROM after EXCEPT ALL SELECT id, domain FROM before) AS changed LIMIT 1;
  ELSE
    INSERT INTO changes (type) SELECT 'domain-rule' FROM changed LIMIT 1;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER whitelisted_domains_tell_insert AFTER INSERT ON whitelisted_domains REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_whitelisted_domains();--> statement-breakpoint
CREATE TRIGGER whitelisted_domains_tell_delete AFTER DELETE ON whitelisted_domains REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_whitelisted_domains();--> statement-breakpoint
CREATE TRIGGER whitelisted_domains_tell_update AFTER UPDATE ON whitelisted_domains REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION tell_whitelisted_domains();--> statement-breakpoint
CREATE FUNCTION tell_webrisk_tracker() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO changes (type)
    SELECT 'webrisk' FROM (SELECT id, qr_id, user_id, reason, url, user_banned, unsafe_domains FROM after EXCEPT ALL SELECT id, qr_id, user_id, reason, url, user_banned, unsafe_domains FROM before) AS changed LIMIT 1;
  ELSE
    INSERT INTO changes (type) SELECT 'webrisk' FROM changed LIMIT 1;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER webrisk_tracker_tell_insert AFTER INSERT ON webrisk_tracker REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_webrisk_tracker();--> statement-breakpoint
CREATE TRIGGER webrisk_tracker_tell_delete AFTER DELETE ON webrisk_tracker REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_webrisk_tracker();--> statement-breakpoint
CREATE TRIGGER webrisk_tracker_tell_update AFTER UPDATE ON webrisk_tracker REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION tell_webrisk_tracker();--> statement-breakpoint
CREATE FUNCTION tell_service_tokens() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO changes (type)
    SELECT 'integration' FROM (SELECT id, name, scopes, revoked_at FROM after EXCEPT ALL SELECT id, name, scopes, revoked_at FROM before) AS changed LIMIT 1;
  ELSE
    INSERT INTO changes (type) SELECT 'integration' FROM changed LIMIT 1;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER service_tokens_tell_insert AFTER INSERT ON service_tokens REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_service_tokens();--> statement-breakpoint
CREATE TRIGGER service_tokens_tell_delete AFTER DELETE ON service_tokens REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_service_tokens();--> statement-breakpoint
CREATE TRIGGER service_tokens_tell_update AFTER UPDATE ON service_tokens REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION tell_service_tokens();--> statement-breakpoint
CREATE FUNCTION tell_webhook_endpoints() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO changes (type)
    SELECT 'integration' FROM (SELECT id, url, events, disabled_at, failing_since FROM after EXCEPT ALL SELECT id, url, events, disabled_at, failing_since FROM before) AS changed LIMIT 1;
  ELSE
    INSERT INTO changes (type) SELECT 'integration' FROM changed LIMIT 1;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER webhook_endpoints_tell_insert AFTER INSERT ON webhook_endpoints REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_webhook_endpoints();--> statement-breakpoint
CREATE TRIGGER webhook_endpoints_tell_delete AFTER DELETE ON webhook_endpoints REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_webhook_endpoints();--> statement-breakpoint
CREATE TRIGGER webhook_endpoints_tell_update AFTER UPDATE ON webhook_endpoints REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION tell_webhook_endpoints();--> statement-breakpoint
CREATE FUNCTION tell_webhook_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO changes (type)
    SELECT 'integration' FROM (SELECT id, state FROM after EXCEPT ALL SELECT id, state FROM before) AS changed LIMIT 1;
  ELSE
    INSERT INTO changes (type) SELECT 'integration' FROM changed LIMIT 1;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER webhook_deliveries_tell_insert AFTER INSERT ON webhook_deliveries REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_webhook_deliveries();--> statement-breakpoint
CREATE TRIGGER webhook_deliveries_tell_delete AFTER DELETE ON webhook_deliveries REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_webhook_deliveries();--> statement-breakpoint
CREATE TRIGGER webhook_deliveries_tell_update AFTER UPDATE ON webhook_deliveries REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION tell_webhook_deliveries();--> statement-breakpoint
CREATE FUNCTION tell_waiting_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO changes (type)
    SELECT 'integration' FROM (SELECT resource, external_id, needs_resource, needs_id, refused FROM after EXCEPT ALL SELECT resource, external_id, needs_resource, needs_id, refused FROM before) AS changed LIMIT 1;
  ELSE
    INSERT INTO changes (type) SELECT 'integration' FROM changed LIMIT 1;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER waiting_rows_tell_insert AFTER INSERT ON waiting_rows REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_waiting_rows();--> statement-breakpoint
CREATE TRIGGER waiting_rows_tell_delete AFTER DELETE ON waiting_rows REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_waiting_rows();--> statement-breakpoint
CREATE TRIGGER waiting_rows_tell_update AFTER UPDATE ON waiting_rows REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION tell_waiting_rows();--> statement-breakpoint
CREATE FUNCTION tell_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (SELECT count(*) FROM after) > 50 THEN
      INSERT INTO changes (type)
      SELECT 'audit' FROM (SELECT id, undone_by FROM after EXCEPT ALL SELECT id, undone_by FROM before) AS changed LIMIT 1;
    ELSE
      INSERT INTO changes (type, record_id, customer_id, fields)
      SELECT 'audit', after.id, CASE WHEN after.target_type = 'customer' THEN after.target_id END, '{undoneBy}'::text[]
      FROM before JOIN after USING (id) WHERE before.undone_by IS DISTINCT FROM after.undone_by;
    END IF;
  ELSIF (SELECT count(*) FROM changed) > 50 THEN
    INSERT INTO changes (type, audits) SELECT 'audit', array_agg(id) FROM changed;
  ELSE
    INSERT INTO changes (type, record_id, customer_id)
    SELECT 'audit', id, CASE WHEN target_type = 'customer' THEN target_id END FROM changed;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER audit_log_tell_insert AFTER INSERT ON audit_log REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_audit_log();--> statement-breakpoint
CREATE TRIGGER audit_log_tell_delete AFTER DELETE ON audit_log REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_audit_log();--> statement-breakpoint
CREATE TRIGGER audit_log_tell_update AFTER UPDATE ON audit_log REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION tell_audit_log();
