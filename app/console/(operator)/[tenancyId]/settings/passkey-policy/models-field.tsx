import { X } from "lucide-react";
import { useId } from "react";
import { Button } from "@/components/ui/button";
import { controlLook, describedBy, FieldFrame } from "@/components/ui/field-frame";
import type { ModelChoice } from "@/lib/domain/passkey/policy/list-models";
import { addTyped, type ModelsDraft } from "./policy-draft";

interface Props {
  label: string;
  hint: string;
  name: string;
  models: readonly ModelChoice[];
  value: ModelsDraft;
  onChange: (value: ModelsDraft) => void;
  error: string | undefined;
}

/** Whether a value was picked from the list, not typed: one name can begin another. */
const isFromList = (event: Event) =>
  !("inputType" in event) || event.inputType === "insertReplacementText";

/** Groups chosen AAGUIDs by product. One that isn't known is shown as it is. */
function productsOf(chosen: readonly string[], models: readonly ModelChoice[]): ModelChoice[] {
  const products = new Map<string, string[]>();
  for (const aaguid of chosen) {
    const name = models.find(({ aaguids }) => aaguids.includes(aaguid))?.name ?? aaguid;
    products.set(name, [...(products.get(name) ?? []), aaguid]);
  }
  return [...products].map(([name, aaguids]) => ({ name, aaguids }));
}

/** Models, chosen by product name from a list, or by AAGUID. */
export function ModelsField({ label, hint, name, models, value, onChange, error }: Props) {
  const id = useId();
  const add = () => onChange(addTyped(value, models));
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      {value.chosen.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {productsOf(value.chosen, models).map((product) => (
            <li
              key={product.name}
              title={product.aaguids.join("\n")}
              className="flex max-w-full items-center rounded-lg bg-sunken pl-3 text-sm"
            >
              <span className="min-w-0 break-words py-1">{product.name}</span>
              <button
                type="button"
                aria-label={`Remove ${product.name}`}
                onClick={() =>
                  onChange({
                    ...value,
                    chosen: value.chosen.filter((aaguid) => !product.aaguids.includes(aaguid)),
                  })
                }
                className={
                  "grid size-9 shrink-0 place-items-center rounded-lg text-quiet " +
                  "enabled:hover:text-ink disabled:hidden"
                }
              >
                <X aria-hidden className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex gap-2">
        <input
          id={id}
          name={name}
          list={`${id}-models`}
          autoComplete="off"
          spellCheck={false}
          value={value.typed}
          aria-invalid={error !== undefined}
          aria-describedby={describedBy(id, { hint, error })}
          onChange={({ target, nativeEvent }) => {
            const edited = { ...value, typed: target.value };
            onChange(isFromList(nativeEvent) ? addTyped(edited, models) : edited);
          }}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || value.typed.trim() === "") return;
            event.preventDefault();
            add();
          }}
          className={`min-h-11 min-w-0 ${controlLook}`}
        />
        <datalist id={`${id}-models`}>
          {models.map((model) => (
            <option key={model.name} value={model.name} />
          ))}
        </datalist>
        <Button type="button" tone="secondary" onClick={add} disabled={value.typed.trim() === ""}>
          Add<span className="sr-only"> to {label}</span>
        </Button>
      </div>
    </FieldFrame>
  );
}
