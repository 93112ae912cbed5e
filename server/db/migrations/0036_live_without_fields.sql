-- contract: unused since 0.1.0
ALTER TABLE "changes" DROP COLUMN "fields";
