CREATE INDEX "customer_domains_hostname_key" ON "customer_domains" USING btree (lower("hostname") collate "C","id");--> statement-breakpoint
CREATE INDEX "invitations_email" ON "invitations" USING btree (lower("email") collate "C","id");--> statement-breakpoint
CREATE INDEX "abuse_reports_url" ON "abuse_reports" USING hash (lower("url"));--> statement-breakpoint
CREATE INDEX "abuse_reports_email" ON "abuse_reports" USING hash (lower("email"));--> statement-breakpoint
CREATE INDEX "webrisk_url" ON "webrisk" USING hash (lower("url"));--> statement-breakpoint
CREATE INDEX "webrisk_email" ON "webrisk" USING hash (lower("email"));--> statement-breakpoint
DROP INDEX "customer_domains_hostname_order";
