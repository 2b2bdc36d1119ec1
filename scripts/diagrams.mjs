// Renders the sequence diagrams of the guides: Mermaid text to SVG, and the same steps as text.
import { renderMermaidSVG } from "beautiful-mermaid";

/** Cuts the library's wide margins off. */
const cropped = (width, height) => `18 18 ${width - 36} ${height - 48}`;

/**
 * Returns the SVG without the library's style element and attributes, which the content security
 * policy of /docs refuses. Its colors are variables, which `.diagram` in app/globals.css sets.
 */
function svgOf(source, { id, title }) {
  const actors = (source.match(/^\s*participant /gm) ?? []).length;
  return renderMermaidSVG(source, { transparent: true })
    .replace(/<style>[\s\S]*?<\/style>\n?/, "")
    .replace(/<svg [^>]*?viewBox="0 0 (\S+) (\S+)"[^>]*>/, (_tag, width, height) => {
      const label = title.replace(/[&"<]/g, (character) => `&#${character.charCodeAt(0)};`);
      return `<svg viewBox="${cropped(width, height)}" role="img" aria-label="${label}" data-actors="${actors}">`;
    })
    .replace(/ (?:class|data-(?!actors)[a-z-]+)="[^"]*"/g, "")
    .replace(/\d+\.\d{3,}/g, (number) => String(Math.round(Number(number) * 10) / 10))
    .replaceAll("seq-arrow", `${id}-arrow`)
    .replace(/>(?:opt|loop|alt) \[([^\]]*)\]</g, ">$1<")
    .replace(/\n\s*/g, "");
}

/** Returns the messages and notes in order. `opt` and its lines are one step with steps inside. */
function stepsOf(source) {
  const names = new Map();
  const open = [{ steps: [] }];
  const add = (step) => open.at(-1).steps.push(step);
  for (const line of source.split("\n").map((text) => text.trim())) {
    const [, id, name] = /^participant (\w+) as (.+)$/.exec(line) ?? [];
    const [, from, to, message] = /^(\w+)--?>>(\w+): (.+)$/.exec(line) ?? [];
    const [, note] = /^Note over [\w,]+: (.+)$/.exec(line) ?? [];
    const [, condition] = /^opt (.+)$/.exec(line) ?? [];
    if (id !== undefined) names.set(id, name);
    else if (message !== undefined)
      add({ text: `${names.get(from)} → ${names.get(to)}: ${message}`, steps: [] });
    else if (note !== undefined) add({ text: note, steps: [] });
    else if (condition !== undefined) {
      const block = { text: condition, steps: [] };
      add(block);
      open.push(block);
    } else if (line === "end") open.pop();
    else if (line !== "sequenceDiagram") throw new Error(`The guides do not draw: ${line}`);
  }
  return open[0].steps;
}

/**
 * Renders a sequence diagram of participants, messages, notes and `opt` blocks.
 * @param options.id unique on the page
 */
export const renderDiagram = (source, options) => ({
  svg: svgOf(source, options),
  steps: stepsOf(source),
});
