import { Info } from "lucide-react";
import { Code, CodeBlock } from "@/app/docs/code-block";
import { toCodeLanguage } from "@/lib/contract/code-languages";
import { CodeTabs } from "./code-tabs";
import { DemoCode, needsDemo } from "./demo-code";
import { Diagram } from "./diagram";
import {
  forThisInstallation,
  isLocalMode,
  partsForThisInstallation,
} from "./for-this-installation";
import type { Block, Inline } from "./guide";
import { Heading } from "./heading";
import { Picture } from "./picture";
import { Text } from "./text";

const languageNames: Record<string, string> = {
  ts: "TypeScript",
  js: "JavaScript",
  py: "Python",
  go: "Go",
  sh: "Shell",
  json: "JSON",
  html: "HTML",
  sql: "SQL",
  conf: "Configuration",
  text: "Text",
};

const lengthOf = (parts: Inline[]): number =>
  parts.reduce(
    (sum, part) => sum + ("text" in part ? part.text.length : lengthOf(part.children)),
    0,
  );

const plain = (parts: Inline[]): string =>
  parts.map((part) => ("text" in part ? part.text : plain(part.children))).join("");

/** Whether a column has prose, which needs space, and not only words such as yes and no. */
const hasProse = (rows: Inline[][][], column: number) =>
  rows.some((row) => lengthOf(row[column] ?? []) > 12);

/** A table. On phones, each row is a paragraph that starts with its first cell. */
function Table({ header, rows, ids }: Extract<Block, { type: "table" }>) {
  // Next to a name alone, one text needs no label.
  const labels = header.length > 2 ? header.map(plain) : [];
  return (
    <div
      tabIndex={0}
      role="group"
      aria-label="Table"
      className="overflow-x-auto rounded-lg border border-line"
    >
      <table className="w-full border-collapse text-left text-sm max-sm:block">
        <thead className="bg-sunken max-sm:sr-only">
          <tr>
            {header.map((cell, index) => (
              <th key={index} scope="col" className="px-3.5 py-2 font-medium">
                <Text parts={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {rows.map((row, index) => (
            <tr
              key={index}
              id={ids[index]}
              className={
                "scroll-mt-20 border-t border-line align-top target:bg-accent-soft " +
                "max-sm:block max-sm:py-2 max-sm:first:border-t-0"
              }
            >
              {row.map((cell, column) => (
                <td
                  key={column}
                  data-label={column === 0 ? undefined : labels[column]}
                  className={
                    "px-3.5 py-2.5 text-pretty sm:first:[&_code]:whitespace-nowrap " +
                    "max-sm:block max-sm:py-0.5 max-sm:empty:hidden max-sm:first:font-medium " +
                    "max-sm:data-label:before:block max-sm:data-label:before:text-xs " +
                    "max-sm:data-label:before:text-quiet " +
                    "max-sm:data-label:before:content-[attr(data-label)] " +
                    (hasProse(rows, column) ? "min-w-32" : "")
                  }
                >
                  <Text parts={partsForThisInstallation(cell)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function List({ isOrdered, items }: Extract<Block, { type: "list" }>) {
  const Tag = isOrdered ? "ol" : "ul";
  return (
    <Tag
      className={`flex flex-col gap-2 pl-5 marker:text-quiet ${isOrdered ? "list-decimal" : "list-disc"}`}
    >
      {items.map((blocks, index) => (
        <li key={index}>
          <div className="flex min-w-0 flex-col gap-3">
            <Blocks blocks={blocks} />
          </div>
        </li>
      ))}
    </Tag>
  );
}

/** Returns the name under which readers save a snippet. Other titles stay as they are. */
const savedAs = (title: string) => title.replace(/^docs\/snippets\/(?:.*\/)?/, "");

function Tabs({ snippet, codes }: Extract<Block, { type: "tabs" }>) {
  const panels = codes.map(({ language, title, code }) => ({
    language: toCodeLanguage(language),
    code: (
      <>
        <p className="px-3.5 pt-3 font-mono text-xs text-quiet">{savedAs(title)}</p>
        <Code language={language} title={savedAs(title)} code={forThisInstallation(code)} />
      </>
    ),
  }));
  return <CodeTabs title={snippet} panels={panels} />;
}

function Drawn({ block }: { block: Block }) {
  switch (block.type) {
    case "heading":
      return (
        <Heading as={block.depth === 2 ? "h2" : "h3"} id={block.id} label={block.text}>
          <Text parts={block.children} />
        </Heading>
      );
    case "paragraph":
      return (
        <p className="text-pretty">
          <Text parts={partsForThisInstallation(block.children)} />
        </p>
      );
    case "list":
      return <List {...block} />;
    case "note":
      return (
        <aside className="flex gap-3 rounded-lg border border-accent/40 bg-accent-soft p-4 text-sm">
          <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
          <div className="flex min-w-0 flex-col gap-2">
            <Blocks blocks={block.blocks} />
          </div>
        </aside>
      );
    case "table":
      return <Table {...block} />;
    case "diagram":
      return <Diagram {...block} />;
    case "picture":
      return <Picture {...block} />;
    case "tabs":
      return <Tabs {...block} />;
    case "mode":
      return <Blocks blocks={isLocalMode() ? block.local : block.elsewhere} />;
    case "code": {
      const name = languageNames[block.language] ?? block.language;
      if (needsDemo(block.code)) return <DemoCode {...block} />;
      return (
        <CodeBlock
          language={block.language}
          title={savedAs(block.title) || name}
          code={forThisInstallation(block.code)}
        />
      );
    }
  }
}

/** Renders a guide's blocks. */
export function Blocks({ blocks }: { blocks: Block[] }) {
  return blocks.map((block, index) => <Drawn key={index} block={block} />);
}
