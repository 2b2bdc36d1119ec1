import { Option } from "commander";

/** A former spelling of an option. It sets the same value, and `--help` leaves it out. */
export class FormerOption extends Option {
  readonly #attribute: string;

  /** @param current the option that replaces it, such as `new Option("--rp-ids <domain...>")` */
  constructor(flags: string, current: Option) {
    super(flags);
    this.#attribute = current.attributeName();
    if (current.parseArg) this.argParser(current.parseArg);
    this.hideHelp();
  }

  override attributeName(): string {
    return this.#attribute;
  }
}
