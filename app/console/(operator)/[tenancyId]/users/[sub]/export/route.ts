import { consoleDownload } from "@/lib/console/console-download";
import { exportUser } from "@/lib/domain/user/export-user";

interface Props {
  params: Promise<{ tenancyId: string; sub: string }>;
}

/** All that is kept of a person, as JSON. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { tenancyId, sub } = await params;
  return consoleDownload({ request, tenancyId, permission: "user.export" }, async (ctx) => ({ name: `user-${sub}`, format: "json", texts: await exportUser(ctx, sub) }));
}
