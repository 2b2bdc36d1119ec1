import type { Command } from "commander";
import type { Named } from "@/lib/domain/admin/tenancy/list-tenancies";
import type { Service, TenancyContext } from "@/lib/domain/base/context";
import { note, type Output, print } from "./print";
import { selectTenancy, tenancyOfIdOption, tenancyOption } from "./select-tenancy";
import { withService } from "./with-service";

/** Formats commands as the examples of a help text. */
export const examples = (...commands: string[]): string =>
  ["", "Examples:", ...commands.map((command) => `  $ keystead ${command}`)].join("\n");

/** Describes `--json` of a command whose document has times. */
export const jsonWithTimes = "print one JSON document; times in milliseconds";

interface Result extends Output {
  /** Messages for people. `--json` leaves them out. */
  notes?: readonly string[];
  /** Messages for everybody. */
  warnings?: readonly string[];
  /** Thrown once the result is printed. */
  failure?: Error | undefined;
}

interface Declaration<Scope, Options, Input> {
  name: string;
  description: string;
  argument?: readonly [flags: string, description: string];
  options?: (command: Command) => Command;
  /** Describes `--json`. Default: "print one JSON document". */
  json?: string;
  examples: readonly string[];
  /** Help below the examples. */
  footer?: string;
  /** Checks the options and reads their files, before the command connects to the database. */
  read?: (options: Options, argument: string) => Input | Promise<Input>;
  /** @returns undefined if the command has printed its result */
  run(scope: Scope, input: Input, argument: string): Promise<Result | undefined>;
}

/** Declares a command, and prints its result as text or JSON. */
function declare<Scope, Options extends object, Input>(
  command: Command,
  { argument, read, run, ...told }: Declaration<Scope, Options, Input>,
  connect: (
    options: Options,
    argument: string,
    work: (scope: Scope) => Promise<void>,
  ) => Promise<void>,
): void {
  (told.options?.(command) ?? command)
    .description(told.description)
    .option("--json", told.json ?? "print one JSON document")
    .addHelpText("after", [examples(...told.examples), told.footer ?? []].flat().join("\n"))
    .action(async (...given: unknown[]) => {
      const [wanted, all] = (argument === undefined ? ["", ...given] : given) as [string, unknown];
      const { json, ...rest } = all as Options & { json?: true };
      const options = rest as unknown as Options;
      const input =
        read === undefined ? (options as unknown as Input) : await read(options, wanted);
      await connect(options, wanted, async (scope) => {
        const result = await run(scope, input, wanted);
        if (result === undefined) return;
        const { notes = [], warnings = [], failure, ...output } = result;
        print(output, json ? { json } : {});
        for (const message of json ? warnings : [...notes, ...warnings]) note(message);
        if (failure !== undefined) throw failure;
      });
    });
}

/** Declares a command about the whole installation. */
export function declareOnInstallation<Options extends object, Input = Options>(
  parent: Command,
  declaration: Declaration<Service, Options, Input>,
): void {
  const command = parent.command(declaration.name);
  if (declaration.argument !== undefined) command.argument(...declaration.argument);
  declare(command, declaration, (_options, _argument, work) => withService(work));
}

interface OnTenancy<Options, Input> extends Declaration<TenancyContext, Options, Input> {
  /** What the argument names, by which its tenancy is found. */
  named?: (argument: string) => Named;
  /** `--confirm`, without which the command does nothing. */
  confirm?: readonly [flags: string, description: string];
}

/** Declares a command about one tenancy: the one of `--tenancy`, the only one, or that of `named`. */
export function declareOnTenancy<Options extends object, Input = Options>(
  parent: Command,
  { named, confirm, ...declaration }: OnTenancy<Options, Input>,
): void {
  const command = parent.command(declaration.name);
  if (declaration.argument !== undefined) command.argument(...declaration.argument);
  if (confirm !== undefined) command.requiredOption(...confirm);
  const [flags, description] = named === undefined ? tenancyOption : tenancyOfIdOption;
  command.option(flags, description);
  declare(command, declaration, ({ tenancy }: Options & { tenancy?: string }, argument, work) =>
    withService(async (service) => work(await selectTenancy(service, tenancy, named?.(argument)))),
  );
}
