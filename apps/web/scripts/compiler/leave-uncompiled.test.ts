import { parseSync, traverse, type NodePath, type types } from '@babel/core';
import { expect, it } from 'vitest';
import { findUnstableUses } from './find-unstable-uses.ts';
import { findFunctions, isLeftOut } from './leave-uncompiled.ts';

function functionsOf(source: string): NodePath<types.Function>[] {
  const found: NodePath<types.Function>[] = [];
  const plugins = ['typescript', 'jsx'] as ('typescript' | 'jsx')[];
  const parsed = parseSync(source, { babelrc: false, configFile: false, parserOpts: { plugins } });
  if (parsed === null) throw new Error('nothing was parsed');
  traverse(parsed, {
    Program(program) {
      found.push(...findFunctions(program));
    },
  });
  return found;
}

const isOneLeftOut = (source: string): boolean => {
  const [only, ...others] = functionsOf(source);
  if (only === undefined || others.length > 0) throw new Error(`one function is expected: ${source}`);
  return isLeftOut(only);
};

it.each([
  ['without a hook', 'const Art = () => <svg><path d="M0 0" style={{ fill: "red" }} /></svg>'],
  ['with texts', 'function Row() { const t = useT(); return <Field label={t("a")} hint={`${t("b")}!`} />; }'],
  [
    'with handlers of elements',
    'function Row({ id, pick }) { return <button onClick={() => pick({ id })} />; }',
  ],
  [
    'with handlers of own components',
    'function Row({ pick }) { return <Button onClick={() => pick(1)}>x</Button>; }',
  ],
  [
    'that passes on what it was given',
    'function Row({ of, ...rest }) { return <Cell of={of.part} {...rest} />; }',
  ],
  ['with values of the module', 'const sizes = [1]; const Row = () => <Cell sizes={sizes} of={sizes[0]} />'],
  [
    'with items of a list',
    'const Rows = ({ all }) => all.filter(Boolean).map((one, at) => <Row key={at} of={one} at={at} />)',
  ],
  [
    'with items of a list that may be missing',
    'const Rows = ({ all }) => all?.map((one) => <Row of={one} />)',
  ],
  [
    'with items in a loop',
    'function Rows({ all }) { let row; for (const one of all) row = <Row of={one} />; return row; }',
  ],
  [
    'with what is fetched',
    'function Row() { const { data } = useQuery({ queryKey: ["a"] }); return <Cell of={data} />; }',
  ],
  [
    'with state',
    'function Row() { const [all, set] = useState(() => []); return <Cell all={all} set={set} />; }',
  ],
  ['with an effect', 'function Row({ id }) { useEffect(() => start({ id }), [id]); return null; }'],
  ['with elements as props', 'const Row = ({ on }) => <Cell icon={on ? <On /> : null}><b>x</b></Cell>'],
  ['with a comparison', 'const Row = ({ a, b }) => <Cell isSame={a === b} isOne={isOne(a)} n={b.length} />'],
  [
    'with a declared result',
    'function nameOf(a): string { return a.b(); } const Row = ({ a }) => <Cell name={nameOf(a)} />',
  ],
  ['with props that it spreads', 'const Row = ({ id }) => <Cell {...(id ? { id } : {})} />'],
  [
    'with one object of props',
    'function Row({ id }) { const all = { id } as const; return <i {...all} />; }',
  ],
  ['with a handler of messages', 'function Row({ id }) { useLiveMessage("a", () => id); return null; }'],
  [
    'of a hook that returns a state',
    'function useIt() { const [it] = useState(0); useEffect(() => {}, [it]); return it; }',
  ],
])('leaves out a component %s', (_, source) => {
  expect(isOneLeftOut(source)).toBe(true);
});

it.each([
  ['an object as a prop', 'const Row = ({ id }) => <Cell of={{ id }} />'],
  ['an array as a prop', 'const Row = ({ id }) => <Cell of={[id]} />'],
  ['a function as a prop', 'const Row = ({ id }) => <Cell format={() => id} />'],
  [
    'a function of its own as a prop',
    'function Row() { function format() {} return <Cell format={format} />; }',
  ],
  ['the result of a call', 'const Row = ({ all }) => <Cell all={all.filter(Boolean)} />'],
  ['part of such a result', 'function Row({ a }) { const { b } = read(a); return <Cell of={b} />; }'],
  [
    'items that it creates',
    'const Rows = ({ all }) => all.map((a) => ({ a })).map((one) => <Row key="a" of={one} />)',
  ],
  ['one of two values', 'const Row = ({ on, id }) => <Cell of={on ? id : [id]} />'],
  ['a value or its own', 'const Row = ({ id }) => <Cell of={id ?? []} />'],
  ['a default that it creates', 'const Row = ({ all = [] }) => <Cell all={all} />'],
  ['an assigned value', 'function Row({ a }) { let b = a; if (!a) b = {}; return <Cell of={b} />; }'],
  ['a function as a child', 'const Row = ({ all }) => <List all={all}>{(one) => <b>{one}</b>}</List>'],
  [
    'an argument to a child that is a function',
    'const List = ({ id, children }) => <b>{children({ id })}</b>',
  ],
  ['an object that it spreads as a prop', 'const Row = ({ id }) => <Cell {...{ of: [id] }} />'],
  ['a ref that it spreads', 'function Row({ id }) { const all = { ref: () => id }; return <i {...all} />; }'],
  ['spread props', 'function Row() { const { field } = useForm(); return <Field {...field("name")} />; }'],
  ['a ref', 'const Row = ({ id }) => <div ref={() => id} />'],
  ['HTML', 'const Row = ({ html }) => <div dangerouslySetInnerHTML={{ __html: html }} />'],
  ['a component', 'function Row({ of }) { const Cell = make(of); return <Cell />; }'],
  ['a value of a context', 'const Row = ({ id, children }) => <Context value={{ id }}>{children}</Context>'],
  ['a handler of a library', 'const Row = ({ id }) => <Dialog.Root onSelect={() => id} />'],
  ['a handler that hooks depend on', 'const Row = ({ id }) => <Dialog onOpenChange={() => id} />'],
  [
    'a dependency',
    'function Row({ id }) { const of = { id }; useEffect(() => start(of), [of]); return null; }',
  ],
  ['an argument of a hook', 'function Row({ id }) { useIt({ id }); return null; }'],
  ['a subscription', 'function Row({ id }) { useSyncExternalStore(() => id, read); return null; }'],
  ['the result of a hook', 'function useIt() { const [it] = useState(0); return { it }; }'],
  ['nothing, but asks for it', "function Row({ id }) { 'use memo'; return <b>{id}</b>; }"],
  ['the short result of a hook', 'const useIt = () => [useState(0)]'],
])('compiles what creates %s', (_, source) => {
  expect(isOneLeftOut(source)).toBe(false);
});

const faultsIn = (source: string): string[] =>
  findUnstableUses(functionsOf(source).map((path) => ({ file: 'a.tsx', path }))).faults;

it('finds hooks that depend on a handler, also by what is made of it', () => {
  expect(faultsIn('function A({ onClick }) { useEffect(onClick, [onClick]); return null; }')).toHaveLength(1);
  const bound = 'const of = () => onClick(1); useEffect(of, [of]);';
  expect(faultsIn(`function A({ onClick }) { ${bound} return null; }`)).toHaveLength(1);
  expect(faultsIn('function A({ onClick }) { useIt({ onClick }); return null; }')).toHaveLength(1);
  expect(faultsIn('function A({ onClick }) { return <B pick={() => onClick(1)} />; }')).toHaveLength(1);
  expect(faultsIn('function A(props) { return <B pick={props.onClick} />; }')).toHaveLength(1);
  expect(faultsIn('function A({ onClick }) { return <B onClick={() => onClick(1)} of={[1]} />; }')).toEqual(
    [],
  );
});

it('finds hooks that depend on an argument which they are said to read by an effect event', () => {
  const hook = (body: string) => `function useReconnected(handler) { ${body} }`;
  expect(faultsIn(hook('useEffect(() => follow(handler), [handler]);'))).toHaveLength(1);
  expect(
    faultsIn(hook('const on = useEffectEvent(handler); useEffect(() => follow(() => on()), []);')),
  ).toEqual([]);
});

it('finds hooks that depend on an element which an uncompiled component creates', () => {
  const user = 'function B({ icon }) { useEffect(() => {}, [icon]); return null; }';
  expect(faultsIn(`${user} const A = () => <B icon={<i />} />;`)).toHaveLength(1);
  expect(faultsIn(`${user} const A = ({ icon }) => <B icon={icon} />;`)).toEqual([]);
});
