import { callStep, callStepForFile } from "@/app/auth/browser/call-step";
import { say } from "@/app/auth/browser/page-data";
import { field, setBusy } from "@/app/auth/browser/view";
import { withConfirmation } from "./confirm";
import { renew, tell, tellFailure } from "./outcome";

/** Stores the names in the form. */
export async function saveNames(): Promise<void> {
  setBusy(true);
  try {
    const names = {
      givenName: field("givenName")?.value ?? "",
      familyName: field("familyName")?.value ?? "",
    };
    await withConfirmation(() => callStep("change-names", names));
    renew(say("namesSaved"));
  } catch (caught) {
    tellFailure(caught);
  }
}

/** Saves everything stored about the user as a file. */
export async function downloadData(button: HTMLButtonElement): Promise<void> {
  setBusy(true, button);
  try {
    const file = await withConfirmation(() => callStepForFile("download"));
    const link = document.createElement("a");
    link.href = URL.createObjectURL(file);
    link.download = "account.json";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    setBusy(false);
    tell(say("downloaded"));
  } catch (caught) {
    tellFailure(caught);
  }
}
