import { type Document, isNode, isScalar, LineCounter, parseAllDocuments } from "yaml";
import type { z } from "zod";
import { issueMessage } from "@/lib/contract/issue-message";
import { badRequest, badRequestOf, type Issue } from "@/lib/errors";
import { findSimilarName } from "@/lib/find-similar-name";
import { limits } from "@/lib/limits";
import { ConfigurationDocument, type GivenDocument, namesAt } from "./configuration-document";

/** A configuration file. `name` is its path, for messages. */
export interface ConfigurationFile {
  name: string;
  text: string;
}

const maxShownIssues = 20;
const maxShownCharacters = 100;

/** Returns the first line of a message of the parser. The others show the text around it. */
const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split("\n", 1)[0]?.replace(/:$/, "") ??
  "";

const isEmpty = (contents: Document["contents"]) =>
  contents === null || (isScalar(contents) && contents.value === null);

/** Reads the documents of a YAML 1.2 file. @throws BadRequest naming the line */
function readDocuments(file: ConfigurationFile, lineCounter: LineCounter): Document[] {
  let documents: Document[];
  try {
    documents = [
      ...parseAllDocuments(file.text, {
        lineCounter,
        merge: false,
        resolveKnownTags: false,
        schema: "core",
        stringKeys: true,
        uniqueKeys: true,
        version: "1.2",
      }),
    ];
  } catch (error) {
    // Such as a stack overflow by deep nesting.
    throw badRequest(file.name, `can’t be read: ${firstLine(error)}`);
  }
  for (const { errors, warnings } of documents) {
    const [problem] = [...errors, ...warnings];
    if (problem !== undefined) throw badRequest(file.name, firstLine(problem));
  }
  return documents.filter(({ contents }) => !isEmpty(contents));
}

/** Returns a document as a value. @throws BadRequest for unknown and too many aliases */
function toValue(file: ConfigurationFile, document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: limits.configuration.aliases });
  } catch (error) {
    throw badRequest(file.name, `can’t be read: ${firstLine(error)}`);
  }
}

/** Creates a function that names a field with its file and line, or those of what contains it. */
const createLocate =
  (file: ConfigurationFile, document: Document, lineCounter: LineCounter) =>
  (path: string): string => {
    const parts = path === "" ? [] : path.split(".");
    for (let length = parts.length; length >= 0; length--) {
      const node = document.getIn(parts.slice(0, length), true);
      if (!isNode(node) || !node.range) continue;
      return `${file.name}:${lineCounter.linePos(node.range[0]).line} ${path}`.trim();
    }
    return `${file.name} ${path}`.trim();
  };

function issuesOf({ issues }: z.ZodError): Issue[] {
  return issues.flatMap((issue) => {
    if (issue.code !== "unrecognized_keys")
      return [{ path: issue.path.join("."), message: issue.message }];
    return issue.keys.map((name) => {
      const similar = findSimilarName(name, namesAt(issue.path));
      const shown = name.slice(0, maxShownCharacters);
      return {
        path: [...issue.path, shown].join("."),
        message: similar === undefined ? "is unknown" : `is unknown. Did you mean ${similar}?`,
      };
    });
  });
}

function parseDocument(
  file: ConfigurationFile,
  document: Document,
  lineCounter: LineCounter,
): GivenDocument {
  const locate = createLocate(file, document, lineCounter);
  const parsed = ConfigurationDocument.safeParse(toValue(file, document), { error: issueMessage });
  if (parsed.success) return { document: parsed.data, locate };
  const issues = issuesOf(parsed.error).slice(0, maxShownIssues);
  throw badRequestOf(issues.map(({ path, message }) => ({ path: locate(path), message })));
}

/**
 * Parses a configuration file: each document on its own, without the database.
 * @throws BadRequest naming file, line and field
 */
export function parseConfiguration(file: ConfigurationFile): GivenDocument[] {
  const lineCounter = new LineCounter();
  const documents = readDocuments(file, lineCounter);
  if (documents.length === 0) throw badRequest(file.name, "has no document");
  if (documents.length > limits.configuration.documents)
    throw badRequest(file.name, `has more than ${limits.configuration.documents} documents`);
  return documents.map((document) => parseDocument(file, document, lineCounter));
}
