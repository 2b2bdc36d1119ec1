/** Private vocabulary, and the word to write instead. */
const identifiers = [
  [/^(ride|rides|ridden|Ride|Ridden)$|^ride[A-Z]|Ridden$/, "prefetch, prefetched"],
  [/^recall|^recalled|Recalled/, "cache, cached, findCached"],
  [/^proves[A-Z]|^isProven$|Proven[A-Z]/, "revalidates, isRevalidated"],
  [/^runInBatch$|^RunInBatch$/, "coalesce"],
  [/^(atOnce|beside)$/, "maxConcurrent, minQueued"],
  [/^doors?$|Door(s|Case)?$/, "server"],
  [/Acts$/, "Actions"],
  [/^firstSteps$|FirstSteps/, "onboarding checklist"],
  [/EmailHolder$/, "EmailOwner"],
  [/^(claim|deliver|render|seal|preview|retry)[A-Za-z]*Mails?$/, "Email or Delivery"],
  [/^(goodFor|goodUntil)/, "expiresIn, expiresAt"],
  [/^(givenUp|putOff)/, "failed, retrying"],
  [/^(invite|remove)Person$|^listPeople$/, "Member"],
];

const phrases = [
  [/\b(good for|good until)\b/i, "expires in, expires at"],
  [/\bgiven up\b|\bput off\b/i, "failed, retrying"],
  [/\bfirst steps\b/i, "onboarding checklist"],
  [/\bguarded challenge/i, "restricted challenge"],
  [/\b(whoever|somebody|nobody)\b/i, "the caller, a user, no one in particular"],
  [/\bwhat became of\b/i, "the result"],
  [/\bdoors?\b/i, "server"],
  // Not a code, such as `123 456`, or an HTTP version with its status.
  [/(?<![\d.,:/`-])\b\d{1,3}(?:[ \u00a0\u202f]\d{3})+\b(?![\d`-])/, "1,000"],
];

const found = (list, text) => list.find(([pattern]) => pattern.test(text));

const isTitleCall = ({ callee }) => {
  const base = callee.type === "CallExpression" ? callee.callee : callee;
  const name = base?.type === "MemberExpression" ? base.object : base;
  return name?.type === "Identifier" && ["describe", "it", "test"].includes(name.name);
};

/** Files whose texts are for programs, or are words that people type into a search. */
const isUnread = (file) =>
  /\/(app\/(\(rest\)|llms|docs\/llms)|palette\/(page-words|list-palette-items))|\.test\.tsx?$/.test(
    file,
  );

/** Files whose texts people read on screens. */
const isScreen = (file) =>
  /\/(app|components|emails|lib\/console|lib\/hosted)\//.test(file) && !isUnread(file);

/** Files whose texts operators read, also what they find by other words. */
const isConsole = (file) =>
  /\/(app\/console|components|lib\/console)\//.test(file) && !/\.test\.tsx?$/.test(file);

/** The console writes “id”. An ID token is a term of OpenID Connect, and headers have capitals. */
const idInCapitals = /(?<![\w-])IDs?\b(?! token)/;

/**
 * Refuses identifiers, comments and test titles that use a word of the lists above, the
 * typewriter's apostrophe on screens, and “ID” in the console.
 */
export const words = {
  meta: { type: "suggestion", schema: [] },
  create(context) {
    const check = (list, text, report) => {
      const hit = found(list, text);
      if (hit) context.report({ ...report, message: `Write ${hit[1]} instead.` });
    };
    const checkApostrophes = (text, node) => {
      if (/\p{L}'\p{L}/u.test(text))
        context.report({ node, message: "Write the apostrophe ’ in what people read." });
    };
    const checkIds = (text, node) => {
      if (idInCapitals.test(text))
        context.report({ node, message: "Write “id” or “ids” in what people read." });
    };
    const checks = [
      ...(isScreen(context.filename) ? [checkApostrophes] : []),
      ...(isConsole(context.filename) ? [checkIds] : []),
    ];
    const checkText = (text, node) => {
      for (const check of checks) check(text, node);
    };
    return {
      JSXText: (node) => checkText(node.value, node),
      TemplateElement: (node) => checkText(node.value.raw, node),
      Literal: (node) => typeof node.value === "string" && checkText(node.value, node),
      Program() {
        for (const { value, loc } of context.sourceCode.getAllComments())
          check(phrases, value, { loc });
      },
      Identifier: (node) => check(identifiers, node.name, { node }),
      CallExpression(node) {
        const [title] = node.arguments;
        if (isTitleCall(node) && typeof title?.value === "string")
          check(phrases, title.value, { node: title });
      },
    };
  },
};
