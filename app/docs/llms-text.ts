import { errorAdvice } from "@/lib/contract/error-advice";
import { errorReplies, families, hrefOf, type Operation, type Schema } from "./api/reference";
import { rowsOf } from "./api/schema-rows";
import { chapters } from "./chapters";
import { forThisInstallation } from "./for-this-installation";
import { conventions, type Guide } from "./guide";

const intro =
  "Keystead is a self-hosted, multi-tenant identity service for passkeys and emailed codes. Your " +
  "page asks the user's device for a passkey and gets a one-time code. Your backend exchanges the " +
  "code for the signed-in user.";

const list = (links: { href: string; title: string; description: string }[]) =>
  links
    .map(
      ({ href, title, description }) =>
        `- [${title}](https://keystead.example${href}): ${description}`,
    )
    .join("\n");

/** Returns an index in the format of llmstxt.org. */
function describeBriefly(): string {
  const parts = [
    "# Keystead",
    `> ${intro}`,
    ...chapters.flatMap(({ title, guides }) => [
      `## ${title}`,
      list(
        guides.map((guide) => ({
          href: `/docs/guides/${guide.slug}`,
          title: guide.title,
          description: guide.description,
        })),
      ),
    ]),
    "## API reference",
    list([
      {
        href: "/openapi.json",
        title: "OpenAPI document",
        description: "Every endpoint, body and error, with examples",
      },
      { href: "/docs/api", title: conventions.title, description: conventions.description },
      ...families.map(({ slug, name, description }) => ({
        href: `/docs/api/${slug}`,
        title: name,
        description,
      })),
      {
        href: "/docs/api/errors",
        title: "Errors",
        description: "Every error tag with its status and what to do about it",
      },
      {
        href: "/client/v2.js",
        title: "Browser library",
        description: "An ES module; its types are in /client/v2.d.ts",
      },
    ]),
    "## Optional",
    list([
      {
        href: "/llms-full.txt",
        title: "All of it in one file",
        description: "Guides and reference as plain text",
      },
    ]),
  ];
  return `${forThisInstallation(parts.join("\n\n"))}\n`;
}

const asSection = ({ title, description, markdown }: Guide) =>
  `# ${title}\n\n${description}\n\n${markdown}`;

const fields = (title: string, rows: ReturnType<typeof rowsOf>) =>
  rows.length === 0
    ? []
    : [
        `${title}:`,
        rows
          .map(
            ({ name, type, isRequired, description }) =>
              `- ${name} (${type}${isRequired ? "" : ", optional"})${description === "" ? "" : `: ${description}`}`,
          )
          .join("\n"),
      ];

const asSchema = (parameters: Operation["parameters"]): Schema => ({
  properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
  required: parameters.filter(({ required }) => required).map(({ name }) => name),
});

function describeOperation(operation: Operation): string {
  const { summary, method, path, description, parameters, body, reply, status, errors } = operation;
  const query = parameters.filter((parameter) => parameter.in === "query");
  return [
    `## ${summary}`,
    `\`${method} ${path}\` (https://keystead.example${hrefOf(operation)})`,
    ...description,
    ...fields("Query", rowsOf(asSchema(query))),
    ...(body === undefined ? [] : fields(`Body, ${body.mediaType}`, rowsOf(body.schema))),
    ...(reply === undefined
      ? []
      : fields(`Response ${status}, ${reply.mediaType}`, rowsOf(reply.schema))),
    `Errors: ${errors.map((error) => `${error.status} ${error.name}`).join(", ")}`,
  ].join("\n\n");
}

/** Returns the guides and the reference as plain text. */
function describeFully(): string {
  const errors = errorReplies.map(
    ({ name, status }) =>
      `- ${status} @error/${name}: ${errorAdvice[`@error/${name}`]?.when ?? ""} ${errorAdvice[`@error/${name}`]?.remedy ?? ""}`,
  );
  const parts = [
    `# Keystead\n\n> ${intro}`,
    ...chapters.flatMap(({ guides }) => guides.map(asSection)),
    asSection(conventions),
    ...families.map(({ name, description, operations }) =>
      [`# ${name}`, description, ...operations.map(describeOperation)].join("\n\n"),
    ),
    `# Errors\n\n${errors.join("\n")}`,
  ];
  return `${forThisInstallation(parts.join("\n\n---\n\n"))}\n`;
}

/** Builds a text at the first call, when this installation's URL is known, and then returns it. */
function once(build: () => string): () => string {
  let text: string | undefined;
  return () => (text ??= build());
}

export const briefText = once(describeBriefly);
export const fullText = once(describeFully);
