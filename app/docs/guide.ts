import { withApostrophes } from "./apostrophes";
import generated from "./guides.generated.json";

/** Inline content, as scripts/guides.mjs writes it. */
export type Inline =
  | { type: "text" | "code"; text: string }
  | { type: "strong" | "em"; children: Inline[] }
  | { type: "link"; href: string; children: Inline[] };

interface GuideCode {
  type: "code";
  language: string;
  title: string;
  code: string;
}

/** A step of a diagram, as text. A condition has its steps inside. */
export interface DiagramStep {
  text: string;
  steps: DiagramStep[];
}

export type Block =
  | { type: "heading"; depth: number; id: string; text: string; children: Inline[] }
  | { type: "paragraph"; children: Inline[] }
  | { type: "list"; isOrdered: boolean; items: Block[][] }
  | { type: "note"; blocks: Block[] }
  | {
      type: "table";
      header: Inline[][];
      rows: Inline[][][];
      /** Anchors of the rows, if each describes a variable or a setting. */
      ids: string[];
    }
  /** What an installation in local mode shows, and what others show. */
  | { type: "mode"; local: Block[]; elsewhere: Block[] }
  | GuideCode
  | { type: "diagram"; id: string; title: string; svg: string; steps: DiagramStep[] }
  /** A screenshot of docs/pictures. */
  | { type: "picture"; name: string; alt: string }
  /** One snippet in several languages. */
  | { type: "tabs"; snippet: string; codes: GuideCode[] };

export interface Guide {
  slug: string;
  title: string;
  description: string;
  /** Words that readers type to find a section, by its address. */
  searches?: Record<string, string[]>;
  /** The Markdown source with its snippets inserted. */
  markdown: string;
  blocks: Block[];
}

const { conventions: written, guides: all } = generated as unknown as {
  conventions: Guide;
  guides: Guide[];
};

/** Titles are shown in many places, so they get their apostrophes here. */
const withTitles = (guide: Guide): Guide => ({
  ...guide,
  title: withApostrophes(guide.title),
  description: withApostrophes(guide.description),
  blocks: guide.blocks.map((block) =>
    block.type === "heading" ? { ...block, text: withApostrophes(block.text) } : block,
  ),
});

export const conventions = withTitles(written);
export const guides = all.map(withTitles);
