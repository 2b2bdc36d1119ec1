import { relative } from "node:path";
import { tell, textOf } from "./report-to-parent.mjs";

const errorsOf = (errors) => errors.map(textOf).join("\n");

/** Reports each test file of Vitest as it ends. */
export default class VitestReporter {
  onTestRunStart(files) {
    tell({ type: "begin", total: files.length });
  }

  onTestModuleEnd(module) {
    const tests = [...module.children.allTests()];
    const inState = (state) => tests.filter((test) => test.result().state === state);
    tell({
      type: "end",
      file: relative(process.cwd(), module.moduleId),
      passed: inState("passed").length,
      skipped: inState("skipped").length,
      failures: [
        ...inState("failed").map((test) => `${test.fullName}: ${errorsOf(test.result().errors)}`),
        // A file fails without a failed test when it does not load or a hook throws.
        ...module.errors().map(textOf),
        ...[...module.children.allSuites()].flatMap((suite) => suite.errors().map(textOf)),
      ],
      retried: [],
    });
  }

  onTestRunEnd(_modules, errors) {
    if (errors.length === 0) return;
    const file = "outside of a test";
    tell({ type: "end", file, passed: 0, skipped: 0, failures: errors.map(textOf), retried: [] });
  }
}
