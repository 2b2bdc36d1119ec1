-- The language that a user chose on the account page. Null uses the browser's.
ALTER TABLE "User" ADD COLUMN "locale" TEXT;
