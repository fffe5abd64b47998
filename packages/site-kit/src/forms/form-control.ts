/** What a form needs once it is used: react-hook-form, with the contract's schema as the rule for what is sent. */
import { zodResolver } from '@hookform/resolvers/zod';
import {
  createFormControl,
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
} from 'react-hook-form';
import type { ZodMiniType } from 'zod/mini';

export interface FormRules<Input extends FieldValues, Output> {
  schema: ZodMiniType<Output, Input>;
  /** The message for a field that breaks the schema, by what was entered. */
  messageOf: (field: Path<Input>, entered: unknown) => string;
}

interface FormControlOptions<Input extends FieldValues> {
  defaultValues: Input | undefined;
  onErrors: (errors: FieldErrors<Input>) => void;
}

export type ContractFormControl<Input extends FieldValues, Output> = ReturnType<
  typeof createContractFormControl<Input, Output>
>;

export function createContractFormControl<Input extends FieldValues, Output>({
  defaultValues,
  onErrors,
}: FormControlOptions<Input>) {
  let rules: FormRules<Input, Output> | undefined;
  const form = createFormControl<Input, unknown, Output>({
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
    ...(defaultValues === undefined ? {} : { defaultValues: defaultValues as DefaultValues<Input> }),
    resolver: async (values, context, options) => {
      if (rules === undefined) throw new Error('A form is checked by the rules of its submission');
      const { schema, messageOf } = rules;
      const checked = await zodResolver<Input, unknown, Output>(schema)(values, context, options);
      // The contract's own sentences are for programs: they are in English.
      for (const [field, error] of Object.entries(checked.errors))
        if (error) error.message = messageOf(field as Path<Input>, values[field]);
      return checked;
    },
  });
  form.subscribe({
    formState: { errors: true },
    callback: ({ errors }) => onErrors({ ...errors } as FieldErrors<Input>),
  });
  return {
    register: form.register,
    setError: form.setError,
    setValue: form.setValue,
    reset: form.reset,
    /** Resolves when the values were sent or refused; what sending throws, it throws. */
    async submit(
      submitted: FormRules<Input, Output>,
      send: (values: Output) => Promise<void>,
      onInvalid: (errors: FieldErrors<Input>) => void,
    ): Promise<void> {
      rules = submitted;
      await form.handleSubmit(send, onInvalid)();
    },
  };
}
