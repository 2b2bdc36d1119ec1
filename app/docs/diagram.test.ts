import { expect, test } from "vitest";
import { provideService } from "@/testing/provide-service";
import { type Block, guides } from "./guide";
import { fullText } from "./llms-text";

provideService();

type DiagramBlock = Extract<Block, { type: "diagram" }>;

const diagrams = guides.flatMap(({ slug, blocks }) =>
  blocks
    .filter((block): block is DiagramBlock => block.type === "diagram")
    .map((diagram) => ({ slug, ...diagram })),
);

const textsOf = (steps: DiagramBlock["steps"]): string[] =>
  steps.flatMap(({ text, steps: inner }) => [text, ...textsOf(inner)]);

test("five guides have a sequence diagram", () => {
  expect(diagrams.map(({ slug }) => slug).sort()).toEqual([
    "devices-in-step",
    "exchange-codes",
    "hosted-pages",
    "mailbox-codes",
    "register-and-sign-in",
  ]);
});

test.each(diagrams)("the diagram of $slug fits the content security policy", ({ svg }) => {
  expect(svg).toMatch(/^<svg viewBox="[-\d. ]+" role="img" aria-label="[^"]+" data-actors="\d">/);
  expect(svg).not.toMatch(/<style|style=|https?:|<script|<foreignObject/);
});

test.each(diagrams)("every step of $slug is in its picture and in the full text", (diagram) => {
  const drawn = [...diagram.svg.matchAll(/<text[^>]*>([^<]*)/g)].map(([, text]) => text);
  const labels = textsOf(diagram.steps).map((text) => text.replace(/^.+ → .+?: /, ""));
  expect(drawn).toEqual(expect.arrayContaining(labels));
  for (const label of labels) expect(fullText()).toContain(label);
});
