-- One function logs what changed in a table, in the transaction of the change: a row for each record, or a single row for more than
-- fifty. It only inserts, so writers never wait for each other. A trigger's arguments are the type of record, the columns of its id, its
-- customer and its version ('' if there is none), and the columns that may change without being logged, because consoles do not show
-- them or each ingest changes them. A part of a record names no customer: the record does.
CREATE FUNCTION log_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  record_type text := TG_ARGV[0];
  id_column text := nullif(TG_ARGV[1], '');
  customer_column text := nullif(TG_ARGV[2], '');
  version_column text := nullif(TG_ARGV[3], '');
  ignored text[] := '{version}' || coalesce(TG_ARGV[4], '{}')::text[];
  ids int[];
  customers int[];
  versions int[];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    -- A row that stands on both sides has not changed.
    SELECT array_agg(id), array_agg(customer), array_agg(version) INTO ids, customers, versions FROM (
      SELECT (logged ->> id_column)::int AS id, (logged ->> customer_column)::int AS customer, max(version) AS version FROM (
        SELECT content - ignored AS logged, max((content ->> version_column)::int) AS version
        FROM (SELECT to_jsonb(before) AS content FROM before UNION ALL SELECT to_jsonb(after) FROM after) AS both_sides
        GROUP BY 1 HAVING count(*) = 1) AS changed
      GROUP BY 1, 2) AS records;
  ELSE
    -- Reads only the columns, as millions of rows may come at once.
    EXECUTE format('SELECT array_agg(id), array_agg(customer), array_agg(version)
      FROM (SELECT %s AS id, %s AS customer, max(%s) AS version FROM changed GROUP BY 1, 2) AS records',
      coalesce(id_column, 'NULL::int'), coalesce(customer_column, 'NULL::int'), coalesce(version_column, 'NULL::int'))
    INTO ids, customers, versions;
  END IF;
  IF cardinality(ids) <= 50 THEN
    INSERT INTO changes (type, record_id, customer_id, version)
    SELECT record_type, id, coalesce(customer, CASE record_type
        WHEN 'customer' THEN id
        WHEN 'qr' THEN (SELECT user_id FROM qrs WHERE qrs.id = records.id)
        WHEN 'payment' THEN (SELECT user_id FROM payments WHERE payments.id = records.id)
      END), version
    FROM unnest(ids, customers, versions) AS records (id, customer, version);
  ELSIF ids IS NOT NULL THEN
    INSERT INTO changes (type, customer_id)
    SELECT record_type, CASE WHEN min(customer) = max(customer) THEN min(customer) END FROM unnest(customers) AS customer;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- The audit trail says who made the other changes of its transaction. Rows are never changed but by an undo.
CREATE OR REPLACE FUNCTION tell_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (SELECT count(*) FROM after) > 50 THEN
      INSERT INTO changes (type) VALUES ('audit');
    ELSE
      INSERT INTO changes (type, record_id, customer_id)
      SELECT 'audit', after.id, CASE WHEN after.target_type = 'customer' THEN after.target_id END
      FROM before JOIN after USING (id) WHERE before.undone_by IS DISTINCT FROM after.undone_by;
    END IF;
  ELSIF (SELECT count(*) FROM changed) > 50 THEN
    INSERT INTO changes (type, audits) SELECT 'audit', array_agg(id) FROM changed;
  ELSE
    INSERT INTO changes (type, record_id, customer_id, audits)
    SELECT 'audit', id, CASE WHEN target_type = 'customer' THEN target_id END, ARRAY[id] FROM changed;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- Replacing a trigger waits for whoever writes its table, so no change is missed.
DO $$
DECLARE
  name text;
  arguments text;
BEGIN
  FOR name, arguments IN VALUES
    ('customers', $a$'customer', 'id', 'id', 'version', '{erased_at,name_key,own_trial_end,search_keys,search_text,stripe_subscription_id,updated_at}'$a$),
    ('billing_data', $a$'customer', 'user_id'$a$),
    ('subscription_changes', $a$'customer', 'user_id'$a$),
    ('customer_notes', $a$'note', 'user_id', 'user_id', 'version', '{author_id}'$a$),
    ('customer_domains', $a$'domain', 'id', 'user_id'$a$),
    ('invitations', $a$'invitation', 'id', 'owner_id'$a$),
    ('feedback', $a$'feedback', 'id', 'user_id'$a$),
    ('events', $a$'event', 'id', 'user_id'$a$),
    ('api_calls', $a$'api-call', 'id', 'owner'$a$),
    ('folders', $a$'folder', 'id', 'user_id', '', '{name_key}'$a$),
    ('qrs', $a$'qr', 'id', 'user_id', 'version', '{name_key,scans,updated_at,visits}'$a$),
    ('uri_history', $a$'qr', 'qr_id'$a$),
    ('qr_media', $a$'qr', 'qr_id'$a$),
    ('infected_qrs', $a$'qr', 'qr_id'$a$),
    ('payments', $a$'payment', 'id', 'user_id', 'version'$a$),
    ('refunds', $a$'payment', 'payment_id', '', '', '{attempted_at,attempts,looked_up_at}'$a$),
    ('invoices', $a$'invoice', 'id', 'user_id', '', '{billing}'$a$),
    ('webrisk', $a$'webrisk', 'id', 'user_id'$a$),
    ('webrisk_tracker', $a$'webrisk'$a$),
    ('abuse_reports', $a$'abuse-report', 'id'$a$),
    ('blacklisted_domains', $a$'domain-rule'$a$),
    ('whitelisted_domains', $a$'domain-rule'$a$),
    ('staff', $a$'user', 'id', '', 'version', '{password_hash,preferences,totp_last_step}'$a$),
    ('service_tokens', $a$'integration', '', '', '', '{last_used_at}'$a$),
    ('webhook_endpoints', $a$'integration'$a$),
    ('webhook_deliveries', $a$'integration', '', '', '', '{answer,error,first_at,last_at,next_at,status,tries}'$a$),
    ('waiting_rows', $a$'integration', '', '', '', '{digest,row,since,updated_at}'$a$)
  LOOP
    EXECUTE format('CREATE OR REPLACE TRIGGER %s_tell_insert AFTER INSERT ON %1$s REFERENCING NEW TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION log_changes(%s)', name, arguments);
    EXECUTE format('CREATE OR REPLACE TRIGGER %s_tell_delete AFTER DELETE ON %1$s REFERENCING OLD TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION log_changes(%s)', name, arguments);
    EXECUTE format('CREATE OR REPLACE TRIGGER %s_tell_update AFTER UPDATE ON %1$s REFERENCING OLD TABLE AS before NEW TABLE AS after
      FOR EACH STATEMENT EXECUTE FUNCTION log_changes(%s)', name, arguments);
    EXECUTE format('DROP FUNCTION tell_%s', name);
  END LOOP;
END $$;
