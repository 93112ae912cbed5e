ALTER TABLE "app_login_tokens" ADD COLUMN "mode" text DEFAULT 'look' NOT NULL;--> statement-breakpoint
ALTER TABLE "app_login_tokens" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "support_access" boolean DEFAULT true NOT NULL;
