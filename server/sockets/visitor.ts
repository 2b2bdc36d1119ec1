import type { IncomingMessage } from "node:http";
import { parse } from "hono/utils/cookie";
import type { Service } from "@/lib/domain/base/context";
import { findBrowserId } from "@/lib/domain/sign-in/known-browser";
import { readStampedAddress } from "@/lib/http/request/client-address";

/** Who opens a page. Each sign-in makes its browser known. */
export interface Visitor {
  address?: string | undefined;
  browserId?: string | undefined;
}

export type FindVisitor = (request: IncomingMessage) => Promise<Visitor>;

const browserCookie = "keystead-browser";

/**
 * Returns a function that finds the visitor of a page: of the console, or of a tenancy's hosted pages.
 * The cookie of a known browser is sealed, so that no visitor needs a statement.
 * @param findSystemId finds the system tenancy, whose users the operators are
 */
export function createFindVisitor(
  service: Pick<Service, "secrets" | "clock">,
  findSystemId: () => Promise<string | undefined>,
): FindVisitor {
  let systemId: string | undefined;

  async function tenancyIdOf(url: string): Promise<string | undefined> {
    const [, room, name] = /^\/(auth|console)(?:\/([^/?]*))?/.exec(url) ?? [];
    if (room === "auth") return name;
    return room === undefined ? undefined : (systemId ??= await findSystemId());
  }

  return async (request) => {
    const { url = "", headers } = request;
    const address = readStampedAddress(request);
    const cookie = parse(headers.cookie ?? "", browserCookie)[browserCookie];
    const tenancyId = cookie === undefined ? undefined : await tenancyIdOf(url);
    if (tenancyId === undefined) return { address };
    return { address, browserId: await findBrowserId(service, tenancyId, cookie) };
  };
}
