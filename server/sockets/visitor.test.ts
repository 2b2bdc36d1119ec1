import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { rememberBrowser } from "@/lib/domain/sign-in/known-browser";
import { createHostedTenancy } from "@/testing/hosted-visitor";
import { provideService } from "@/testing/provide-service";
import { createFindVisitor } from "./visitor";

const run = provideService();
const address = "192.0.2.1";

const open = (url: string, cookie: string) =>
  ({
    url,
    headers: { "x-keystead-client-address": address, cookie },
  }) as unknown as IncomingMessage;

test("is a known browser at the pages of the tenancy that it signed in at, and nowhere else", async () => {
  const { service, id, ctx } = {
    service: run.current,
    ...(await createHostedTenancy(run.current)),
  };
  const user = await service.db.user.create({
    data: {
      tenancyId: id,
      sub: service.createId(),
      email: "ada@example.com",
      emailNormalized: "ada@example.com",
      emailOwned: true,
      selfService: true,
      createdAt: new Date(service.clock.now()),
      updatedAt: new Date(service.clock.now()),
    },
  });
  const sealed = (await rememberBrowser(ctx, user.sub, undefined)) ?? "";
  const find = createFindVisitor(service, () => Promise.resolve(id));
  const cookie = `a=b; keystead-browser=${sealed}`;
  const { browserId } = await find(open(`/auth/${id}/sign-in?x`, cookie));
  expect(browserId).toMatch(/^[\w-]{22}$/);
  expect(await find(open("/console/sign-in", cookie))).toEqual({ address, browserId });
  for (const url of ["/", "/docs", `/docs/auth/${id}`, "/auth/other/sign-in"])
    expect(await find(open(url, cookie)), url).toEqual({ address });
  for (const forged of ["", "x", sealed.slice(0, -1)])
    expect(await find(open("/console", `keystead-browser=${forged}`)), forged).toEqual({ address });
});
