import { Prisma } from "@/prisma/generated/client";

/**
 * A result column that makes the statement's commit return before PostgreSQL has flushed it. Only for
 * statements that issue or consume session tokens: a database crash may undo the last of them, and
 * then a session whose verification failed is valid again until it expires. Whatever must be durable
 * before its response (codes, attempts, sign-ins) commits with a flush, which flushes the session's
 * consumption too.
 */
export const unflushedCommit = Prisma.sql`
  (SELECT set_config('synchronous_commit', 'off', true)) AS "synchronousCommit"`;
