import { decodeText, NotUtf8 } from "@/lib/decode-text";
import { badRequest } from "@/lib/errors";

/**
 * Decodes the text of a file.
 * @param of what the message begins with, if `name` doesn't name the file
 * @throws BadRequest (name) for another encoding than UTF-8
 */
export function decodeFile(name: string, bytes: Uint8Array, of = ""): string {
  try {
    return decodeText(bytes);
  } catch (error) {
    throw error instanceof NotUtf8 ? badRequest(name, `${of}${error.message}`) : error;
  }
}
