import { consoleDownload } from "@/lib/console/console-download";
import { exportUser } from "@/lib/domain/user/export-user";

/** Exports everything stored about a user, as JSON. */
export const GET = consoleDownload(
  "user.export",
  async (ctx, _request, { sub }: { tenancyId: string; sub: string }) => ({
    name: `user-${sub}`,
    format: "json",
    texts: await exportUser(ctx, sub),
  }),
);
