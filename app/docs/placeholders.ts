/** The placeholders of examples, with the field of the reader's tenancy that replaces each. */
export const placeholders = {
  YOUR_TENANCY_ID: "tenancyId",
  YOUR_CLIENT_ID: "clientId",
} as const;

export type PlaceholderName = keyof typeof placeholders;

export const isPlaceholder = (text: string): text is PlaceholderName => text in placeholders;

export const hasPlaceholder = (text: string): boolean =>
  Object.keys(placeholders).some((name) => text.includes(name));

/** Splits a text so that each placeholder is a part of its own. */
export const splitAtPlaceholders = (text: string): string[] =>
  text.split(/(YOUR_(?:TENANCY|CLIENT)_ID)/).filter((part) => part !== "");
