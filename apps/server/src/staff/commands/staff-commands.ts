/** `staff …`: who may use the console. */
import { staffRoles, type StaffRole } from '@fairground/contract/console/staff';
import type { Result } from '@fairground/contract/errors';
import {
  createStaffAccounts,
  isStaffName,
  listStaff,
  removeStaff,
  staffNameText,
  type Credentials,
  type StaffAccounts,
} from '../console/staff/accounts.ts';
import { openSeedKey } from '../../fairness/chains/seed-key.ts';
import { systemEntropy } from '../../platform/entropy.ts';
import { createPasswords } from '../../platform/secrets/passwords.ts';
import {
  printTable,
  requireWord,
  UsageError,
  withDatabase,
  type Command,
  type CommandInput,
} from './command.ts';

const requireName = (input: CommandInput): string => {
  const name = requireWord(input, 0, 'The name');
  if (!isStaffName(name)) throw new UsageError(staffNameText);
  return name;
};

const requireRole = ({ option }: CommandInput): StaffRole => {
  const role = staffRoles.find((each) => each === option('role'));
  if (role === undefined) throw new UsageError(`--role is one of ${staffRoles.join(', ')}.`);
  return role;
};

/** Prints what `work` created: it is not shown again. */
const withAccounts = async (
  input: CommandInput,
  name: string,
  work: (accounts: StaffAccounts) => Promise<Result<Credentials>>,
): Promise<void> => {
  const { settings, print } = input;
  await withDatabase(settings, async (database) => {
    const { seal } = await openSeedKey({
      query: database.query,
      path: settings.seedKeyFile,
    });
    const accounts = createStaffAccounts({
      database,
      entropy: systemEntropy,
      passwords: createPasswords(),
      seal,
    });
    const created = await work(accounts);
    if (!created.ok) {
      throw new UsageError(
        created.code === 'already_taken'
          ? `A staff account ${name} already exists.`
          : `There is no staff account ${name}.`,
      );
    }
    const { password, secret, uri } = created.value;
    print(`name      ${name}`);
    print(`password  ${password}`);
    print(`key       ${secret}`);
    print(`address   ${uri}`);
    print(
      'Enter the key, or the address as a QR code, in an authenticator app. None of this is shown again.',
    );
  });
};

export const staffCommands: readonly Command[] = [
  {
    name: 'staff add',
    usage: 'NAME --role ROLE',
    help: `\
Creates a console account: \`support\` answers players, \`operator\` may do everything. Prints a
password and the key for one-time codes, once.`,
    options: ['role'],
    run(input) {
      const [name, role] = [requireName(input), requireRole(input)];
      return withAccounts(input, name, (accounts) => accounts.add(name, role));
    },
  },
  {
    name: 'staff list',
    usage: '',
    help: 'Lists the staff accounts with their roles and latest acts.',
    async run({ settings, print }) {
      const staff = await withDatabase(settings, (database) => listStaff(database));
      printTable(
        print,
        staff.map((account) => ({ ...account })),
      );
    },
  },
  {
    name: 'staff reset',
    usage: 'NAME',
    help: 'Gives an account a new password and a new key for one-time codes, and ends its sessions.',
    run(input) {
      const name = requireName(input);
      return withAccounts(input, name, (accounts) => accounts.reset(name));
    },
  },
  {
    name: 'staff remove',
    usage: 'NAME',
    help: 'Removes an account and ends its sessions. Its name stays in the log.',
    async run(input) {
      const name = requireName(input);
      if (!(await withDatabase(input.settings, (database) => removeStaff(database, name)))) {
        throw new UsageError(`There is no staff account ${name}.`);
      }
      input.print(`Removed ${name}.`);
    },
  },
];
