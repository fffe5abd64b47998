/**
 * A form for a call of the contract: react-hook-form with the contract's schema. Fields are checked when the form is
 * sent; what the server refuses is shown at the field that its `errors[].path` names, and everything else as one line
 * above the button. Schemas and their resolver are loaded when a form is sent for the first time, because most
 * visitors of a page with a form send nothing.
 */
import type { FormEvent } from 'react';
import { useState } from 'react';
import { useForm, type FieldValues, type Path, type Resolver } from 'react-hook-form';
import type { ZodMiniType } from 'zod/mini';
import { isApiError, readableError } from '../api/api-error.ts';
import { useT, type MessageKey } from '../i18n/i18n.ts';
import { problemText } from '../i18n/problem-text.ts';

interface ContractFormOptions<Input extends FieldValues, Output> {
  /** Loads the schema, which decides what may be sent. */
  schema: () => Promise<ZodMiniType<Output, Input>>;
  /** The sentence for a field that breaks the schema, by what was entered. */
  sentenceOf: (field: Path<Input>, entered: unknown) => MessageKey;
  send: (values: Output) => Promise<unknown>;
  onDone?: (values: Output) => void;
  /** Fills the fields again when they change, such as with the player's name. */
  values?: Input;
  /** A refusal that belongs to a field although the server names none. */
  fieldOf?: (refusal: unknown) => { field: Path<Input>; sentence: MessageKey } | null;
}

interface FieldOptions {
  /** What is read of the text, such as without spaces at its ends. */
  read?: (entered: string) => unknown;
}

/** The type of errors whose message is the server's; all others have the key of a sentence. */
const refused = 'refused';

export function useContractForm<Input extends FieldValues, Output>(
  options: ContractFormOptions<Input, Output>,
) {
  const t = useT();
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const { register, handleSubmit, setError, setFocus, setValue, reset, control, formState } = useForm<
    Input,
    unknown,
    Output
  >({
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
    resolver: createResolver(options),
    ...(options.values === undefined ? {} : { values: options.values }),
  });
  const { errors } = formState;

  /** After React has shown the messages, so that a screen reader reads them with the field. */
  function focusFirst(form: HTMLFormElement, fields: readonly string[]): void {
    const first = Array.from(form.elements, (element) => element.getAttribute('name') ?? '').find((name) =>
      fields.includes(name),
    );
    if (first !== undefined) requestAnimationFrame(() => setFocus(first as Path<Input>));
  }

  function refuse(form: HTMLFormElement, refusal: unknown): void {
    const own = options.fieldOf?.(refusal) ?? null;
    const named = own === null ? fieldErrors(refusal, form) : [];
    if (own !== null) setError(own.field, { type: 'own', message: own.sentence });
    for (const [field, message] of named) setError(field as Path<Input>, { type: refused, message });
    if (own === null && named.length === 0) setFailure(refusal);
    else focusFirst(form, own === null ? named.map(([field]) => field) : [own.field]);
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    const form = event.currentTarget;
    const check = handleSubmit(
      async (values) => {
        await options.send(values);
        options.onDone?.(values);
      },
      (found) => focusFirst(form, Object.keys(found)),
    );
    setFailure(null);
    setBusy(true);
    try {
      // Before the check, which could not report that they did not arrive.
      await Promise.all([loadResolver(), options.schema()]);
      await check(event);
    } catch (error) {
      refuse(form, error);
    }
    setBusy(false);
  }

  return {
    onSubmit: (event: FormEvent<HTMLFormElement>): void => {
      event.preventDefault();
      if (!busy) void submit(event);
    },
    /** What the input of a field is given. */
    field: (name: Path<Input>, { read }: FieldOptions = {}) => {
      const error = errors[name];
      const message = error?.message as string | undefined;
      return {
        ...register(
          name,
          read === undefined
            ? {}
            : { setValueAs: (value: unknown) => (typeof value === 'string' ? read(value) : value) },
        ),
        error:
          message === undefined
            ? undefined
            : error?.type === refused
              ? problemText('field', message)
              : t(message as MessageKey),
      };
    },
    failure: failure === null ? null : readableError(failure, t('error.unexpected')),
    busy,
    setValue,
    /** Empties the fields; with an argument react-hook-form would leave their text. */
    reset: () => reset(),
    control,
  };
}

/** Without the spaces around it, as the server reads names and addresses. */
export const trimmed: FieldOptions = { read: (entered) => entered.trim() };

const loadResolver = () => import('@hookform/resolvers/zod');

function createResolver<Input extends FieldValues, Output>({
  schema,
  sentenceOf,
}: ContractFormOptions<Input, Output>): Resolver<Input, unknown, Output> {
  return async (values, context, options) => {
    const [{ zodResolver }, loaded] = await Promise.all([loadResolver(), schema()]);
    const resolve = zodResolver<Input, unknown, Output>(loaded, {
      error: ({ path, input }) => sentenceOf(path?.join('.') as Path<Input>, input),
    });
    return resolve(values, context, options);
  };
}

/** Paths come as `email` or `/email`; those without a field of that name go to the line above the button. */
function fieldErrors(refusal: unknown, form: HTMLFormElement): (readonly [field: string, message: string])[] {
  if (!isApiError(refusal)) return [];
  const byField = new Map<string, string>();
  for (const { path, message } of refusal.errors) {
    const field = path.replace(/^(body)?[./]+/, '');
    if (form.elements.namedItem(field) !== null && !byField.has(field)) byField.set(field, message);
  }
  return [...byField];
}
