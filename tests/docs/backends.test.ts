import { execFile, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { environmentOf, removeServer, type ServerProcess } from "@/testing/server-process";
import { startLocalServer } from "@/testing/start-local-server";
import { codeTo, disableUser, onlyUser } from "./database";
import { newDevice, register, signIn } from "./device";

const runProgram = promisify(execFile);

let server: ServerProcess;
let demo: Awaited<ReturnType<ServerProcess["demo"]>>;
let folder: string;

beforeAll(async () => {
  server = await startLocalServer();
  demo = await server.demo();
  folder = mkdtempSync(join(tmpdir(), "keystead-backends-"));
  cpSync("docs/snippets", folder, { recursive: true });
  for (const name of goFiles) {
    const file = join(folder, name);
    writeFileSync(file, readFileSync(file, "utf8").replace("package keystead", "package main"));
  }
  for (const { file, program } of Object.values(backends))
    writeFileSync(join(folder, file), program);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await removeServer(server);
});

const goFiles = [
  "keystead.go",
  "exchange.go",
  "register.go",
  "mailbox-code.go",
  "account.go",
  "step-up.go",
  "email-change.go",
];

// Each program calls the function that its first argument names, and prints the result.
const backends = {
  python: {
    command: "python3",
    args: ["main.py"],
    file: "main.py",
    program: `import json, sys
from account import confirm_email, find_account
from email_change import begin_email_change, finish_email_change
from exchange import exchange_code, opens_session
from keystead import KeysteadError
from mailbox_code import check_code, send_code
from register import authorize_registration
from step_up import begin_confirmation, is_confirmed
_, name, *args = sys.argv
try:
    if name == "authorize": print(authorize_registration(*args))
    if name == "exchange": print(exchange_code(*args)["userId"])
    if name == "opens": print(json.dumps(opens_session(json.loads(args[0]))))
    if name == "send": print(json.dumps(send_code(*args)))
    if name == "check": print(json.dumps(check_code(json.loads(args[0]), args[1])))
    if name == "find": print(json.dumps(find_account(json.loads(args[0]), args[1])))
    if name == "confirm-email": confirm_email(*args)
    if name == "begin-change": print(json.dumps(begin_email_change(*args)))
    if name == "finish-change":
        print(json.dumps(finish_email_change(args[0], json.loads(args[1]), args[2])))
    if name == "begin": print(begin_confirmation(*args))
    if name == "confirm": print(str(is_confirmed(*args)).lower())
except KeysteadError as error:
    print(error.tag)
`,
  },
  go: {
    command: "go",
    args: ["run", "main.go", ...goFiles],
    file: "main.go",
    program: `package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
)

func run(name string, args []string) (any, error) {
	switch name {
	case "authorize":
		return AuthorizeRegistration(args[0], args[1], args[2])
	case "exchange":
		principal, err := ExchangeCode(args[0])
		return principal.UserID, err
	case "opens":
		var principal Principal
		err := json.Unmarshal([]byte(args[0]), &principal)
		return principal.OpensSession(), err
	case "send":
		pending, message, err := SendCode(args[0])
		if message != "" {
			return message, err
		}
		text, _ := json.Marshal(pending)
		return string(text), err
	case "check":
		var pending PendingCode
		if err := json.Unmarshal([]byte(args[0]), &pending); err != nil {
			return nil, err
		}
		email, message, err := CheckCode(pending, args[1])
		return email + message, err
	case "find":
		var accounts []Account
		if err := json.Unmarshal([]byte(args[0]), &accounts); err != nil {
			return nil, err
		}
		account, err := FindAccount(accounts, args[1])
		text, _ := json.Marshal(account)
		return string(text), err
	case "confirm-email":
		return "", ConfirmEmail(args[0], args[1])
	case "begin-change":
		pending, err := BeginEmailChange(args[0], args[1])
		text, _ := json.Marshal(pending)
		return string(text), err
	case "finish-change":
		var pending PendingCode
		if err := json.Unmarshal([]byte(args[1]), &pending); err != nil {
			return nil, err
		}
		email, token, err := FinishEmailChange(args[0], pending, args[2])
		text, _ := json.Marshal(map[string]string{"email": email, "updatePasskeysToken": token})
		return string(text), err
	case "begin":
		return BeginConfirmation(args[0], args[1])
	default:
		return IsConfirmed(args[0], args[1], args[2])
	}
}

func main() {
	result, err := run(os.Args[1], os.Args[2:])
	var refusal *Error
	if errors.As(err, &refusal) {
		result = refusal.Tag
	}
	fmt.Println(result)
}
`,
  },
  php: {
    command: "php",
    args: ["main.php"],
    file: "main.php",
    program: `<?php
require 'register.php';
require 'mailbox-code.php';
require 'step-up.php';
require 'account.php';
require 'email-change.php';
[, $name] = $argv;
$args = array_slice($argv, 2);
try {
    echo match ($name) {
        'authorize' => authorizeRegistration(...$args),
        'exchange' => exchangeCode(...$args)['userId'],
        'opens' => json_encode(opensSession(json_decode($args[0], true))),
        'send' => json_encode(sendCode(...$args)),
        'check' => json_encode(checkCode(json_decode($args[0], true), $args[1])),
        'find' => json_encode(findAccount(json_decode($args[0], true), $args[1])),
        'confirm-email' => confirmEmail(...$args),
        'begin-change' => json_encode(beginEmailChange(...$args)),
        'finish-change' =>
            json_encode(finishEmailChange($args[0], json_decode($args[1], true), $args[2])),
        'begin' => beginConfirmation(...$args),
        'confirm' => json_encode(isConfirmed(...$args)),
    };
} catch (KeysteadError $error) {
    echo $error->tag;
}
`,
  },
  ruby: {
    command: "ruby",
    args: ["main.rb"],
    file: "main.rb",
    program: `require_relative "register"
require_relative "mailbox-code"
require_relative "step-up"
require_relative "account"
require_relative "email-change"
name, *args = ARGV
begin
  puts(case name
    when "authorize" then authorize_registration(*args)
    when "exchange" then exchange_code(*args)["userId"]
    when "opens" then opens_session?(JSON.parse(args[0]))
    when "send" then JSON.generate(send_code(*args))
    when "check" then JSON.generate(check_code(JSON.parse(args[0]), args[1]))
    when "find" then JSON.generate(find_account(JSON.parse(args[0]), args[1]))
    when "confirm-email" then confirm_email(*args)
    when "begin-change" then JSON.generate(begin_email_change(*args))
    when "finish-change"
      JSON.generate(finish_email_change(args[0], JSON.parse(args[1]), args[2]))
    when "begin" then begin_confirmation(*args)
    else confirmed?(*args)
  end)
rescue KeysteadError => error
  puts error.tag
end
`,
  },
};

const installed = Object.entries(backends).filter(
  ([name, { command }]) =>
    spawnSync(command, [name === "go" ? "version" : "--version"]).status === 0,
);

test("every language has a program that is run where its toolchain is installed", () =>
  expect(Object.keys(backends)).toEqual(["python", "go", "php", "ruby"]));

describe.each(installed)("%s", (name, { command, args }) => {
  const call = async (...parameters: string[]) => {
    const { stdout, stderr } = await runProgram(command, [...args, ...parameters], {
      cwd: folder,
      env: environmentOf({
        KEYSTEAD_URL: demo.endpoint,
        KEYSTEAD_TENANCY_ID: demo.tenancyId,
        KEYSTEAD_API_KEY: demo.apiKey,
      }) as NodeJS.ProcessEnv,
    });
    return stdout.trim() || stderr;
  };
  const email = `${name}@example.com`;

  test("registers a user, exchanges the code once, and confirms one action", async () => {
    const page = newDevice();
    const registrationToken = await call("authorize", name, email, "Ada");
    const code = await register(demo, page, { registrationToken });
    expect(await call("exchange", code)).toBe(name);
    expect(await call("exchange", code)).toBe("@error/InvalidCode");
    const confirm = async (userId: string, transferId: string) => {
      const authenticationToken = await call("begin", name, "7");
      return call("confirm", await signIn(demo, page, { authenticationToken }), userId, transferId);
    };
    expect(await confirm(name, "7")).toBe("true");
    expect(await confirm(name, "8")).toBe("false");
    expect(await confirm("user-else", "7")).toBe("false");
  });

  test("opens no session for a passkey in quarantine", async () => {
    const opens = (principal: object) => call("opens", JSON.stringify(principal));
    expect(await opens({ passkey: { userVerified: true } })).toBe("true");
    expect(await opens({ authenticatorType: "email" })).toBe("true");
    const quarantined = { userVerified: true, availableAt: 1_795_000_000_000 };
    expect(await opens({ passkey: quarantined })).toBe("false");
  });

  test("sends a code, and says how many attempts are left", async () => {
    const pending = await call("send", email);
    const secret = /"secret": ?"([^"]+)"/.exec(pending)?.[1] ?? "";
    expect(await call("check", pending, "12345")).toContain("Attempts left: 5.");
    expect(await call("check", pending.replace(secret, "wrong"), "12345")).toContain(
      "This code no longer works. Request a new one.",
    );
    expect(await call("check", pending.replace(secret, "\\u0000"), "12345")).toContain(
      "@error/BadRequest",
    );
  });

  test("returns the verified email for the code", async () => {
    const mailbox = `code-${email}`;
    const pending = await call("send", mailbox);
    expect(await call("check", pending, await codeTo(server, mailbox))).toContain(mailbox);
  });

  test("explains an invalid address, and the rate limit of a mailbox", async () => {
    expect(await call("send", "ada")).toContain("Check the email address.");
    const mailbox = `many-${email}`;
    for (let sent = 0; sent < 5; sent++) await call("send", mailbox);
    expect(await call("send", mailbox)).toMatch(/Too many codes. Try again in \d+ min\./);
  });

  test("a code signs in to the enabled account that verified its email, and no other", async () => {
    const mailbox = `account-${email}`;
    const registrationToken = await call("authorize", `account-${name}`, mailbox, "Ada");
    await register(demo, newDevice(), { registrationToken });
    const user = await onlyUser(server, mailbox);
    const find = (emailVerified: boolean) =>
      call("find", JSON.stringify([{ sub: user.sub, email: mailbox, emailVerified }]), mailbox);
    expect(await find(false)).not.toContain(user.sub);
    expect(await find(true)).toContain(user.sub);

    await call("confirm-email", user.sub, `other-${mailbox}`);
    expect(await onlyUser(server, mailbox)).toMatchObject({ emailVerified: false });
    await call("confirm-email", user.sub, mailbox);
    expect(await onlyUser(server, mailbox)).toMatchObject({ emailVerified: true });

    await disableUser(server, user.sub);
    // Some programs end with an error, others print it.
    expect(await find(true).catch(String)).toMatch(/account is disabled/i);
  });

  test("changes the email of a user, and renames the passkeys", async () => {
    const userId = `change-${name}`;
    const registrationToken = await call("authorize", userId, `${userId}@example.com`, "Ada");
    await register(demo, newDevice(), { registrationToken });
    const mailbox = `new-${userId}@example.com`;
    const pending = await call("begin-change", userId, mailbox);
    const changed = await call("finish-change", userId, pending, await codeTo(server, mailbox));
    expect(JSON.parse(changed)).toEqual({
      email: mailbox,
      updatePasskeysToken: expect.stringMatching(/./) as string,
    });
    expect(await onlyUser(server, mailbox)).toMatchObject({ emailVerified: true });
  });
});
