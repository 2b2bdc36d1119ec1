import Papa from "papaparse";
import { expect, test } from "vitest";
import { csvLines, csvOf } from "./csv";
import { jsonArrayOf } from "./json-array-of";

async function* pagesOf<T>(...pages: T[][]) {
  for (const page of pages) yield page;
}

const textOf = async (texts: AsyncIterable<string>) => {
  let text = "";
  for await (const part of texts) text += part;
  return text;
};

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "＝1", "＋1", "－1", "＠1"])(
  "a text that a spreadsheet would run is made a text: %j",
  (formula) => {
    expect(csvLines([[formula]])).toBe(`"'${formula}"\r\n`);
  },
);

test.each([
  ["a;=1+1", "a;'=1+1"],
  ["a\t=1+1", "a\t'=1+1"],
  ["a\n@SUM(A1)", "a\n'@SUM(A1)"],
  ["a\r\n-1", "a\r\n'-1"],
  ["a; +1", "a; '+1"],
  ['a;"=1+1"', 'a;"\'=1+1"'],
  ["a;;\t=1", "a;;\t'=1"],
  ["a;＝1", "a;'＝1"],
  ["a;\u00a0=1;b\t-2", "a;\u00a0'=1;b\t'-2"],
  [";=1", ";'=1"],
  ["\t=1", "'\t'=1"],
  ["\r=1", "'\r'=1"],
  ["\n=1", "'\n'=1"],
  ["=1\n+1", "'=1\n'+1"],
])("nor does a part of a text run in a spreadsheet that splits at ; or tab: %j", (text, safe) => {
  expect(Papa.parse(csvLines([["x", text]]).slice(0, -2), { delimiter: "," }).data).toEqual([
    ["x", safe],
  ]);
});

test.each(["a;b", "a; b=1", "a\tb", "1-2", "a=b", "a@b.example"])(
  "leaves other separators and signs as they are: %j",
  (text) => {
    expect(csvLines([["x", text]])).toMatch(new RegExp(`^x,"?${text}"?\r\n$`));
  },
);

test("doubles quotes and quotes separators", () => {
  expect(csvLines([['a "b"', "c,d", "e\nf", " g", 'h",=1+1']])).toBe(
    '"a ""b""","c,d","e\nf"," g","h"",=1+1"\r\n',
  );
});

test("writes numbers, booleans, timestamps and null without quotes", () => {
  expect(csvLines([[-7, true, new Date(0), null, undefined, "x"]])).toBe(
    "-7,true,1970-01-01T00:00:00.000Z,,,x\r\n",
  );
});

test("joins pages into one table and one array, even without pages", async () => {
  const columns = [["id", ({ id }: { id: string }) => id]] as const;
  expect(
    await textOf(csvOf(columns, pagesOf([{ id: "a" }, { id: "b" }], [], [{ id: "=c" }]))),
  ).toBe('id\r\na\r\nb\r\n"\'=c"\r\n');
  expect(JSON.parse(await textOf(jsonArrayOf(pagesOf([{ id: "a" }], [], [{ id: "b" }]))))).toEqual([
    { id: "a" },
    { id: "b" },
  ]);
  expect(JSON.parse(await textOf(jsonArrayOf(pagesOf())))).toEqual([]);
});
