/**
 * Where a component or hook lets an unstable value reach something for which it matters that a value is the same as
 * before: dependencies, arguments of hooks, props of components, refs, the result of a hook.
 */
import { types, type NodePath } from '@babel/core';
import { isHookName, isPrimitiveFunction, nameOfCallee, readArguments } from './calls.ts';
import { isUnstable, type Analysis } from './unstable-values.ts';

export interface Fault {
  line: number;
  reason: string;
}

/** Hooks that take what they get as it comes: nothing of it is compared with what it was. */
const takesAnything =
  /^use(State|Reducer|Ref|Id|Context|EffectEvent|Query|InfiniteQuery|Mutation|QueryClient)$/;
const hasDependencies = /^use(Effect|LayoutEffect|InsertionEffect|Memo|Callback)$/;

export function findIdentityFaults(analysis: Analysis): Fault[] {
  const faults: Fault[] = [];
  const { owner } = analysis;
  const check = (path: NodePath<types.Node | null | undefined>, reason: string): void => {
    if (isUnstable(path, analysis)) faults.push({ line: path.node?.loc?.start.line ?? 1, reason });
  };
  owner.traverse({
    CallExpression(call) {
      const name = nameOfCallee(call.node.callee);
      if (isGivenFunction(call, analysis))
        for (const each of call.get('arguments')) check(each, 'an argument of a function that it was given');
      if (name === undefined || !isHookName(name) || takesAnything.test(name)) return;
      const given = call.get('arguments');
      if (hasDependencies.test(name) && given.length === 2 && given[1]?.isArrayExpression())
        for (const each of given[1].get('elements')) check(each, `a dependency of ${name}`);
      else if (hasDependencies.test(name) && given.length === 1) return;
      // Of these only the first one is compared.
      else if (name === 'useSyncExternalStore') check(given[0] as NodePath, `an argument of ${name}`);
      else {
        const others = given.filter((_, at) => at !== readArguments.get(name));
        for (const each of others) check(each, `an argument of ${name}`);
      }
    },
    JSXOpeningElement(element) {
      checkElement(element, analysis, check);
    },
    ReturnStatement(statement) {
      if (isHook(owner) && statement.getFunctionParent() === owner)
        check(statement.get('argument'), 'the result of a hook');
    },
  });
  const body = owner.get('body');
  if (isHook(owner) && !Array.isArray(body) && body.isExpression()) check(body, 'the result of a hook');
  return faults;
}

/** Called while the component renders, such as a child that is a function. */
function isGivenFunction(call: NodePath<types.CallExpression>, { owner, isCompiled }: Analysis): boolean {
  const callee = call.get('callee');
  // `children(…)`, or `props.children(…)`
  const name = callee.isMemberExpression() ? callee.get('object') : callee;
  if (!name.isIdentifier() || isPrimitiveFunction(name.node.name)) return false;
  const binding = name.scope.getBinding(name.node.name);
  if (binding === undefined || (callee !== name && !binding.path.isIdentifier())) return false;
  const isGiven = binding.path.listKey === 'params' && binding.path.parentPath === owner;
  const isLocal = isCompiled && binding.path.findParent((parent) => parent === owner) !== null;
  return (isGiven || (isLocal && isFunction(binding.path))) && isDuringRender(call, owner);
}

const isFunction = (path: NodePath): boolean =>
  path.isFunctionDeclaration() || (path.isVariableDeclarator() && path.get('init').isFunction());

/** Not in a handler, nor in an effect. */
function isDuringRender(path: NodePath, owner: NodePath): boolean {
  for (let at = path.getFunctionParent(); at !== null && at !== owner; at = at.getFunctionParent()) {
    const { parentPath } = at;
    const isHandler = parentPath?.isJSXExpressionContainer() && parentPath.parentPath.isJSXAttribute();
    const isForHook =
      parentPath?.isCallExpression() && isHookName(nameOfCallee(parentPath.node.callee) ?? '');
    if (isHandler || isForHook) return false;
  }
  return true;
}

type Check = (path: NodePath<types.Node | null | undefined>, reason: string) => void;

function checkElement(element: NodePath<types.JSXOpeningElement>, analysis: Analysis, check: Check): void {
  const tag = element.node.name;
  const isHost = types.isJSXIdentifier(tag) && /^[a-z]/.test(tag.name);
  if (types.isJSXIdentifier(tag) && !isHost) {
    const binding = element.scope.getBinding(tag.name);
    const made = binding?.path;
    if (made?.isVariableDeclarator() && made.findParent((parent) => parent === analysis.owner))
      check(made.get('init'), `the component ${tag.name}`);
  }
  for (const attribute of element.get('attributes')) {
    if (attribute.isJSXSpreadAttribute()) checkSpread(attribute.get('argument'));
    if (!attribute.isJSXAttribute()) continue;
    const value = attribute.get('value') as NodePath<types.Node | null | undefined>;
    checkProp(nameOfAttribute(attribute.node), value);
  }

  function checkProp(name: string, value: NodePath<types.Node | null | undefined>): void {
    if (name === 'key') return;
    if (isHost && name !== 'ref' && name !== 'dangerouslySetInnerHTML') return;
    const isOwn = types.isJSXIdentifier(tag) && !isHost;
    if (isOwn && name !== 'ref' && (analysis.isUnstableProp(name) || isElement(value))) return;
    check(value, `the prop ${name}`);
  }

  /** `{...(isOn ? { name } : {})}` is the prop `name`. */
  function checkSpread(spread: NodePath): void {
    if (spread.isTSAsExpression()) checkSpread(spread.get('expression'));
    else if (isLocalObject(spread)) checkSpread(initOf(spread));
    else if (spread.isConditionalExpression()) {
      checkSpread(spread.get('consequent'));
      checkSpread(spread.get('alternate'));
    } else if (spread.isObjectExpression() && spread.get('properties').every((each) => isNamed(each))) {
      for (const each of spread.get('properties') as NodePath<types.ObjectProperty>[]) {
        const { key } = each.node;
        checkProp(types.isIdentifier(key) ? key.name : (key as types.StringLiteral).value, each.get('value'));
      }
    } else check(spread, 'spread props');
  }

  if (isHost) return;
  for (const child of (element.parentPath as NodePath<types.JSXElement>).get('children')) {
    const inner = child.isJSXExpressionContainer() ? child.get('expression') : child;
    if (inner.isFunction() || inner.isObjectExpression()) check(inner, 'a child that is a function');
  }
}

const initOf = (name: NodePath<types.Identifier>): NodePath =>
  name.scope.getBinding(name.node.name)?.path.get('init') as NodePath;

/** A constant of the function. */
function isLocalObject(path: NodePath): path is NodePath<types.Identifier> {
  if (!path.isIdentifier()) return false;
  const binding = path.scope.getBinding(path.node.name);
  if (!binding?.path.isVariableDeclarator() || !binding.path.get('id').isIdentifier()) return false;
  const init = binding.path.get('init');
  const made = init.isTSAsExpression() ? init.get('expression') : init;
  return binding.kind === 'const' && made.isObjectExpression();
}

const isNamed = ({ node }: NodePath): boolean =>
  types.isObjectProperty(node) &&
  ((types.isIdentifier(node.key) && !node.computed) || types.isStringLiteral(node.key));

export const nameOfAttribute = ({ name }: types.JSXAttribute): string =>
  types.isJSXIdentifier(name) ? name.name : name.name.name;

/** An element, or none. */
export function isElement(path: NodePath<types.Node | null | undefined>): boolean {
  if (path.isJSXExpressionContainer()) return isElement(path.get('expression'));
  if (path.isJSXElement() || path.isJSXFragment() || path.isNullLiteral()) return true;
  if (path.isConditionalExpression())
    return isElement(path.get('consequent')) && isElement(path.get('alternate'));
  if (path.isLogicalExpression()) return isElement(path.get('right'));
  return false;
}

const isHook = (owner: NodePath<types.Function>): boolean => isHookName(nameOfFunction(owner) ?? '');

export function nameOfFunction(path: NodePath<types.Function>): string | undefined {
  const { node, parent } = path;
  if ((types.isFunctionDeclaration(node) || types.isFunctionExpression(node)) && node.id) return node.id.name;
  return types.isVariableDeclarator(parent) && types.isIdentifier(parent.id) ? parent.id.name : undefined;
}
