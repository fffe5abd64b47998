/**
 * A draft that is edited: what is in the fields, saving it as the version after the one that was edited, and whether somebody
 * else saved in the meantime.
 */
import { useMutation } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { CallError, post } from './call.ts';
import { queryClient, useSession } from './session.ts';
import { useUnsaved, type Unsaved } from './unsaved.ts';

/** Who saved a version, and when. */
export interface SavedVersion {
  version: number;
  updatedBy: string;
  updatedAt: string;
}

interface DraftOptions<Value> {
  /** Distinguishes it from other drafts of this browser. */
  name: string;
  /** The path of its calls and of its page. */
  path: string;
  saved: SavedVersion;
  savedValue: Value;
  schema: z.ZodMiniType<Value>;
  /** The key of the query that `saved` comes from. */
  queryKey: readonly string[];
  /** The body of the call that saves it, without the version. */
  toBody: (value: Value) => object;
}

export interface Draft<Value> {
  path: string;
  saved: SavedVersion;
  value: Value;
  setValue: (value: Value) => void;
  /** The version that the fields are based on. */
  version: number;
  isChanged: boolean;
  /** Whether what is in the fields comes from an earlier visit to the page. */
  isRestored: boolean;
  isSaving: boolean;
  saveError: unknown;
  /** Whether there is a newer version than the one in the fields. */
  isConflict: boolean;
  /** As the version after `version`. */
  save: (version: number) => void;
  /** Called when the draft was deleted. */
  forget: () => void;
}

const saveAnswer = z.object({ version: z.number() });
const storedDraft = z.object({ version: z.number(), value: z.unknown() });

export function useDraft<Value>(options: DraftOptions<Value>): Draft<Value> {
  const { name, path, saved, savedValue, schema, queryKey, toBody } = options;
  const { data: session } = useSession();
  const unsaved = useUnsaved<Value>({
    name: `${session?.name ?? ''} ${name}`,
    saved: { version: saved.version, value: savedValue },
    parse: (stored) => parseUnsaved(schema, stored),
  });
  const { value } = unsaved;
  const saving = useMutation({
    // A newer version is replaced only by somebody who was shown that there is one.
    mutationFn: async (version: number) =>
      saveAnswer.parse(await post(`${path}/save`, { version, ...toBody(value) })),
    onSuccess: ({ version }) => {
      unsaved.setSaved({ version, value });
      return queryClient.invalidateQueries({ queryKey });
    },
  });
  return {
    path,
    saved,
    value,
    setValue: unsaved.setValue,
    version: unsaved.version,
    isChanged: unsaved.isChanged,
    isRestored: unsaved.isRestored,
    isSaving: saving.isPending,
    saveError: saving.error,
    // Refused by the server, or seen when the draft was read again.
    isConflict:
      (saving.error instanceof CallError && saving.error.status === 409) || saved.version > unsaved.version,
    save: (version) => saving.mutate(version),
    forget: unsaved.forget,
  };
}

const parseUnsaved = <Value>(schema: z.ZodMiniType<Value>, stored: unknown): Unsaved<Value> | undefined => {
  const found = storedDraft.safeParse(stored);
  const value = found.success ? schema.safeParse(found.data.value) : undefined;
  return found.success && value?.success === true
    ? { version: found.data.version, value: value.data }
    : undefined;
};
