CREATE TABLE "qr_count_changes" (
	"user_id" integer NOT NULL,
	"type" text NOT NULL,
	"change" integer NOT NULL
);--> statement-breakpoint
CREATE TABLE "qr_counts" (
	"type" text NOT NULL,
	"user_id" integer NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "qr_counts_type_user_id_pk" PRIMARY KEY("type","user_id")
);--> statement-breakpoint
CREATE INDEX "qr_counts_count" ON "qr_counts" USING btree ("type","count","user_id");--> statement-breakpoint
CREATE INDEX "customers_referred_filters" ON "customers" USING btree ("created_at","id","displayed_status","country","expiry_year","expiry_month","trial_plan","name_key","email") WHERE referred_by is not null;--> statement-breakpoint
CREATE INDEX "qrs_created_filters" ON "qrs" USING btree ("created_at","id","archived","status","stopped","virus","scans","visits","user_id","updated_at");--> statement-breakpoint
CREATE INDEX "qrs_type_created_filters" ON "qrs" USING btree ("type","archived","created_at","id","status","stopped","virus","scans","visits","user_id","updated_at","name_key");--> statement-breakpoint
-- Customers' QR codes are still to be counted, from the first one on.
INSERT INTO qr_counts (type, user_id, count) VALUES ('', 0, 0);--> statement-breakpoint
CREATE FUNCTION count_qrs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO qr_count_changes (user_id, type, change) SELECT user_id, type, count(*) FROM after GROUP BY user_id, type;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO qr_count_changes (user_id, type, change) SELECT user_id, type, -count(*) FROM before GROUP BY user_id, type;
  ELSE
    INSERT INTO qr_count_changes (user_id, type, change)
    SELECT user_id, type, sum(change) FROM (SELECT user_id, type, 1 AS change FROM after UNION ALL SELECT user_id, type, -1 FROM before) AS both_sides
    GROUP BY user_id, type HAVING sum(change) <> 0;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- Waits for whoever writes QR codes, so that none is missed: all that is not told of by these is there to be counted.
CREATE TRIGGER qrs_count_insert AFTER INSERT ON qrs REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION count_qrs();--> statement-breakpoint
CREATE TRIGGER qrs_count_delete AFTER DELETE ON qrs REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION count_qrs();--> statement-breakpoint
CREATE TRIGGER qrs_count_update AFTER UPDATE ON qrs REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION count_qrs();--> statement-breakpoint
DROP INDEX "customers_referred";--> statement-breakpoint
DROP INDEX "qrs_created";--> statement-breakpoint
DROP INDEX "qrs_type_filters";
