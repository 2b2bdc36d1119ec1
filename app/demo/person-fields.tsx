import type { FieldErrors, UseFormRegister } from "react-hook-form";
import { TextField } from "@/components/ui/text-field";
import type { Person } from "./person";

/** Form fields for a new user. */
export function PersonFields({
  register,
  errors,
}: {
  register: UseFormRegister<Person>;
  errors: FieldErrors<Person>;
}) {
  return (
    <>
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        autoFocus
        error={errors.email?.message}
        {...register("email")}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="First name"
          autoComplete="given-name"
          error={errors.givenName?.message}
          {...register("givenName")}
        />
        <TextField
          label="Last name"
          autoComplete="family-name"
          error={errors.familyName?.message}
          {...register("familyName")}
        />
      </div>
    </>
  );
}
