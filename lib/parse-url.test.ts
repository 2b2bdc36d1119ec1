import { expect, test } from "vitest";
import { parseUrl } from "./parse-url";

test("a name outside ASCII is parsed in optimized code, too", () => {
  for (let call = 0; call < 200_000; call++) parseUrl("https://shop.example/");
  expect(parseUrl("https://bücher.example")?.origin).toBe("https://xn--bcher-kva.example");
});

test.each(["", "shop.example", "https://", "https://a b"])("%j is no URL", (text) =>
  expect(parseUrl(text)).toBeUndefined(),
);
