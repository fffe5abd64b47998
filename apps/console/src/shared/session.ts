/** Who is signed in. */
import { staffSessionAnswer, type StaffRole, type StaffSession } from '@fairground/contract/console/staff';
import { QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { CallError, nameShown, post, read, whenSignedOut } from './call.ts';
import { signWithPasskey } from './passkeys.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Staff decide by what they see, so nothing is shown from a cache without a refetch.
      staleTime: 0,
      gcTime: 60_000,
      retry: (failures, error) => failures < 1 && (!(error instanceof CallError) || error.status === 0),
      refetchOnWindowFocus: false,
    },
    // Offline, a press fails at once. It would otherwise wait, and be done when nobody expects it any more.
    mutations: { networkMode: 'always' },
  },
});

const sessionKey = ['session'];

/** Null where nobody is. */
const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: async (): Promise<StaffSession | null> => {
    try {
      return await read(staffSessionAnswer, '/session');
    } catch (error) {
      if (error instanceof CallError && error.status === 401) return null;
      throw error;
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
});

export const useSession = () => useQuery(sessionQuery);

export const useRole = (): StaffRole | undefined => useSession().data?.role;

/** Nothing of one member of the staff is left for the next one. */
const forget = (): void => {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
  queryClient.setQueryData(sessionKey, null);
};
whenSignedOut(forget);
nameShown(() => queryClient.getQueryData(sessionQuery.queryKey)?.name);

interface Credentials {
  name: string;
  password: string;
  /** Absent for a passkey of this device. */
  code?: string;
}

export const signIn = async (given: Credentials): Promise<void> => {
  const factor = given.code === undefined ? { passkey: await signWithPasskey() } : {};
  queryClient.setQueryData(
    sessionKey,
    staffSessionAnswer.parse(await post('/sign-in', { ...given, ...factor })),
  );
};

export const signOut = async (): Promise<void> => {
  await post('/sign-out');
  forget();
};
