/**
 * A form for a call of the contract: react-hook-form with the contract's schema. Fields are checked when the form is
 * sent; what the server refuses is shown at the field that its `errors[].path` names, and everything else as one line
 * above the button. Most visitors of a page with a form send nothing: until the form is sent for the first time, its
 * fields are plain inputs that the browser fills and edits; react-hook-form then takes over their current values. It is
 * loaded when a field is focused, so that sending does not wait for it; schemas are loaded when the form is sent.
 */
import type { FormEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { FieldErrors, FieldValues, Path, PathValue } from 'react-hook-form';
import type { ZodMiniType } from 'zod/mini';
import { isApiError, readableError, type FieldError } from '../api/api-error.ts';
import { useT, type MessageKey } from '../i18n/i18n.ts';
import { problemText } from '../i18n/problem-text.ts';
import type { ContractFormControl } from './form-control.ts';

export interface ContractFormOptions<Input extends FieldValues, Output> {
  /** Loads the schema, which decides what may be sent. `button` is the value of the button that sends, if it has one. */
  schema: (button: string) => Promise<ZodMiniType<Output, Input>>;
  /** The sentence for a field that breaks the schema, by what was entered. */
  sentenceOf: (field: Path<Input>, entered: unknown) => MessageKey;
  /** Throws a `SendingCancelled` where the player has changed their mind. */
  send: (values: Output, button: string) => Promise<unknown>;
  onDone?: (values: Output) => void;
  /** Fills the fields again when they change, such as with the player's name. */
  values?: Input;
  /** A refusal that belongs to one field or to several although the server names none. */
  fieldOf?: (refusal: unknown) => OwnError<Input> | OwnError<Input>[] | null;
}

interface OwnError<Input extends FieldValues> {
  field: Path<Input>;
  sentence: MessageKey;
}

/** Ends sending without a message. */
export class SendingCancelled extends Error {
  override readonly name = 'SendingCancelled';
}

interface FieldOptions {
  /** What is read of the text, such as without spaces at its ends. */
  read?: (entered: string) => unknown;
}

/** Begins the type of errors whose message is the server's, before its reason; all others have the key of a sentence. */
const refused = 'refused ';

export function useContractForm<Input extends FieldValues, Output>(
  options: ContractFormOptions<Input, Output>,
) {
  'use memo';
  const t = useT();
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const [control, setControl] = useState<ContractFormControl<Input, Output> | null>(null);
  const [errors, setErrors] = useState<FieldErrors<Input>>({});
  useRefilled(control, options.values);
  useEffect(preloadForFocused, []);

  /** Created once; the render that follows registers the fields, which are then read from the page. */
  const attaching = useRef<Promise<ContractFormControl<Input, Output>> | null>(null);
  function attachControl(): Promise<ContractFormControl<Input, Output>> {
    if (attaching.current !== null) return attaching.current;
    const attached = loadFormControl().then(
      ({ createContractFormControl }) => {
        const created = createContractFormControl<Input, Output>({
          defaultValues: options.values,
          onErrors: setErrors,
        });
        flushSync(() => setControl(created));
        return created;
      },
      (error: unknown) => {
        attaching.current = null;
        throw error;
      },
    );
    attaching.current = attached;
    return attached;
  }

  /** After React has shown the messages, so that a screen reader reads them with the field. */
  function focusFirst(form: HTMLFormElement, fields: readonly string[]): void {
    const first = Array.from(form.elements).find((element) =>
      fields.includes(element.getAttribute('name') ?? ''),
    );
    if (first instanceof HTMLElement) requestAnimationFrame(() => first.focus());
  }

  function refuse(
    form: HTMLFormElement,
    attached: ContractFormControl<Input, Output> | null,
    refusal: unknown,
  ): void {
    const own = [options.fieldOf?.(refusal) ?? []].flat();
    const named = own.length === 0 ? fieldErrors(refusal, form) : [];
    if (attached === null || (own.length === 0 && named.length === 0)) return setFailure(refusal);
    for (const { field, sentence } of own) attached.setError(field, { type: 'own', message: sentence });
    for (const { field, message, reason } of named) {
      attached.setError(field as Path<Input>, { type: `${refused}${reason ?? 'field'}`, message });
    }
    focusFirst(
      form,
      [...own, ...named].map(({ field }) => field),
    );
  }

  async function submit(form: HTMLFormElement, button: string): Promise<void> {
    setFailure(null);
    setBusy(true);
    let attached: ContractFormControl<Input, Output> | null = null;
    try {
      const [loaded, schema] = await Promise.all([attachControl(), options.schema(button)]);
      attached = loaded;
      await attached.submit(
        { schema, messageOf: options.sentenceOf },
        async (values) => {
          await options.send(values, button);
          options.onDone?.(values);
        },
        (found) => focusFirst(form, Object.keys(found)),
      );
    } catch (error) {
      if (!(error instanceof SendingCancelled)) refuse(form, attached, error);
    }
    setBusy(false);
  }

  return {
    onSubmit: (event: FormEvent<HTMLFormElement>): void => {
      event.preventDefault();
      const { submitter } = event.nativeEvent as SubmitEvent;
      const button = submitter instanceof HTMLButtonElement ? submitter.value : '';
      if (!busy) void submit(event.currentTarget, button);
    },
    /** What the input of a field is given. */
    field: (name: Path<Input>, { read }: FieldOptions = {}) => {
      const error = errors[name];
      const message = error?.message as string | undefined;
      const type = error?.type as string | undefined;
      const initial: unknown = options.values?.[name];
      return {
        name,
        onFocus: preloadFormControl,
        ...(initial === undefined ? {} : { defaultValue: (initial ?? '') as string | number }),
        ...control?.register(
          name,
          read === undefined
            ? {}
            : { setValueAs: (value: unknown) => (typeof value === 'string' ? read(value) : value) },
        ),
        error:
          message === undefined
            ? undefined
            : type?.startsWith(refused)
              ? problemText(type.slice(refused.length), message)
              : t(message as MessageKey),
      };
    },
    failure: failure === null ? null : readableError(failure, t('error.unexpected')),
    busy,
    setValue: <Name extends Path<Input>>(name: Name, value: PathValue<Input, Name>): void => {
      void attachControl().then((attached) => attached.setValue(name, value), setFailure);
    },
    /** Empties the fields; with an argument react-hook-form would leave their text. */
    reset: (): void => void attachControl().then((attached) => attached.reset(), setFailure),
  };
}

/** Shows the values again when they change, such as after they were saved. */
function useRefilled<Input extends FieldValues, Output>(
  control: ContractFormControl<Input, Output> | null,
  values: Input | undefined,
): void {
  const shown = useRef(values);
  useEffect(() => {
    if (values === undefined || JSON.stringify(shown.current) === JSON.stringify(values)) return;
    shown.current = values;
    // Without a control the inputs follow their default value.
    control?.reset(values, { keepFieldsRef: true });
  }, [control, values]);
}

/** Without the spaces around it, as the server reads names and addresses. */
export const trimmed: FieldOptions = { read: (entered) => entered.trim() };

const loadFormControl = () => import('./form-control.ts');

/** What cannot be loaded now is loaded, or reported, when the form is sent. */
const preloadFormControl = (): void => void loadFormControl().catch(() => undefined);

/** On a prerendered page a field may have been focused before the application came. */
function preloadForFocused(): void {
  if (document.activeElement?.matches('form :is(input, textarea)')) preloadFormControl();
}

/** Paths come as `email` or `/email`; those without a field of that name go to the line above the button. */
function fieldErrors(
  refusal: unknown,
  form: HTMLFormElement,
): (Omit<FieldError, 'path'> & { field: string })[] {
  if (!isApiError(refusal)) return [];
  const byField = new Map<string, Omit<FieldError, 'path'>>();
  for (const { path, ...error } of refusal.errors) {
    const field = path.replace(/^(body)?[./]+/, '');
    if (form.elements.namedItem(field) !== null && !byField.has(field)) byField.set(field, error);
  }
  return [...byField].map(([field, error]) => ({ field, ...error }));
}
