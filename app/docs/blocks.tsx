import { Info } from "lucide-react";
import { CodeBlock } from "@/app/docs/code-block";
import type { Block } from "./guide";
import { Heading } from "./heading";
import { forThisInstallation } from "./installation";
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

function Table({ header, rows }: Extract<Block, { type: "table" }>) {
  return (
    <div
      tabIndex={0}
      role="group"
      aria-label="Table"
      className="overflow-x-auto rounded-lg border border-line"
    >
      <table className="w-full border-collapse text-left text-sm">
        <thead className="bg-sunken">
          <tr>
            {header.map((cell, index) => (
              <th key={index} scope="col" className="px-3.5 py-2 font-medium">
                <Text parts={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index} className="border-t border-line align-top">
              {row.map((cell, column) => (
                <td
                  key={column}
                  className="min-w-32 px-3.5 py-2.5 text-pretty first:[&_code]:whitespace-nowrap"
                >
                  <Text parts={cell} />
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
          <Text parts={block.children} />
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
    case "code": {
      const name = languageNames[block.language] ?? block.language;
      return (
        <CodeBlock
          language={block.language}
          title={block.title || name}
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
