/**
 * Which expressions of a component or hook may be another value at each render although nothing has changed. What is
 * not known to be stable is unstable.
 */
import { types, type NodePath } from '@babel/core';
import { isHookName, nameOfCallee, returnsPrimitive } from './calls.ts';

export interface Analysis {
  /** The component or hook. */
  owner: NodePath<types.Function>;
  /** Compiled, so that what it creates changes only with what it is made of. */
  isCompiled: boolean;
  /** A prop, or part of the argument of a hook, that callers may create at each render. */
  isUnstableProp: (name: string) => boolean;
  /** The place of an argument of the hook that callers may create at each render. */
  unstableArgument: number | undefined;
}

export function isUnstable(path: NodePath<types.Node | null | undefined>, analysis: Analysis): boolean {
  const again = (name: string): boolean => ofAll(path.get(name) as NodePath | NodePath[], analysis);
  const { node } = path;
  if (!node) return false;
  if (types.isTemplateLiteral(node) || types.isBinary(node) || types.isUnaryExpression(node)) {
    // `a && b` is one of both; the others are primitives.
    return types.isLogicalExpression(node) && (again('left') || again('right'));
  }
  switch (node.type) {
    case 'StringLiteral':
    case 'NumericLiteral':
    case 'BooleanLiteral':
    case 'NullLiteral':
    case 'BigIntLiteral':
    case 'JSXText':
    case 'JSXEmptyExpression':
    case 'MetaProperty':
      return false;
    case 'Identifier':
      return isUnstableName(path as NodePath<types.Identifier>, analysis);
    case 'ConditionalExpression':
      return again('consequent') || again('alternate');
    case 'MemberExpression':
    case 'OptionalMemberExpression':
      return isUnstableMember(path as NodePath<types.MemberExpression>, analysis);
    case 'CallExpression':
    case 'OptionalCallExpression':
      return isUnstableCall(path as NodePath<types.CallExpression>, analysis);
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'JSXExpressionContainer':
      return again('expression');
    default:
      return isUnstableCreation(path, analysis);
  }
}

const ofAll = (paths: NodePath | NodePath[], analysis: Analysis): boolean =>
  [paths].flat().some((each) => isUnstable(each, analysis));

/** Created at each render; in a compiled function, when something unstable is part of it. */
function isUnstableCreation(path: NodePath<types.Node | null | undefined>, analysis: Analysis): boolean {
  if (!analysis.isCompiled) return true;
  let found = false;
  path.traverse({
    Identifier(inner) {
      if (!found && isUse(inner) && isOutside(inner, path)) found = isUnstableName(inner, analysis);
    },
  });
  return found;
}

const isUse = (path: NodePath<types.Identifier>): boolean => path.isReferencedIdentifier();

const isOutside = (name: NodePath<types.Identifier>, around: NodePath<types.Node | null | undefined>) => {
  const binding = name.scope.getBinding(name.node.name);
  return binding !== undefined && !binding.path.findParent((parent) => parent === around);
};

function isUnstableName(path: NodePath<types.Identifier>, analysis: Analysis): boolean {
  const binding = path.scope.getBinding(path.node.name);
  // Of the module or global.
  if (!binding || !isWithin(binding.path, analysis.owner)) return false;
  const known = analysed.get(binding);
  if (known?.analysis === analysis) return known.result;
  // A variable that depends on itself is as stable as what it starts with.
  analysed.set(binding, { analysis, result: false });
  const result =
    isUnstableBinding(binding.path, path.node.name, analysis) ||
    binding.constantViolations.some(
      (violation) => !violation.isAssignmentExpression() || isUnstable(violation.get('right'), analysis),
    );
  analysed.set(binding, { analysis, result });
  return result;
}

const analysed = new WeakMap<object, { analysis: Analysis; result: boolean }>();

const isWithin = (path: NodePath, owner: NodePath): boolean =>
  path.findParent((parent) => parent === owner) !== null;

function isUnstableBinding(path: NodePath, name: string, analysis: Analysis): boolean {
  if (path.isVariableDeclarator()) {
    const loop = path.parentPath.parentPath;
    if (loop?.isForXStatement() && loop.get('left') === path.parentPath)
      return hasUnstableItems(loop.get('right'), analysis);
    return isUnstable(path.get('init'), analysis);
  }
  if (path.isFunctionDeclaration()) return isUnstableCreation(path, analysis);
  const owner = path.getFunctionParent();
  if (path.listKey !== 'params' || owner === null) return !analysis.isCompiled;
  return owner === analysis.owner
    ? isUnstableParameter(path, name, analysis)
    : isUnstableItem(owner, Number(path.key), analysis);
}

/** Of the component or hook itself. */
function isUnstableParameter(path: NodePath, name: string, analysis: Analysis): boolean {
  if (path.key === analysis.unstableArgument) return true;
  const defaults: NodePath[] = [];
  path.traverse({ AssignmentPattern: (pattern) => void defaults.push(pattern.get('right')) });
  if (path.isAssignmentPattern()) defaults.push(path.get('right'));
  if (defaults.some((each) => isUnstable(each, analysis))) return true;
  const pattern = path.isAssignmentPattern() ? path.node.left : path.node;
  if (!types.isObjectPattern(pattern)) return false;
  return pattern.properties.some(
    (property) =>
      types.isObjectProperty(property) &&
      namesIn(property.value).includes(name) &&
      types.isIdentifier(property.key) &&
      analysis.isUnstableProp(property.key.name),
  );
}

const namesIn = (pattern: types.Node): string[] =>
  Object.keys(types.getBindingIdentifiers(pattern as types.LVal));

/** Methods whose callback gets an item of the array, and its place. */
const iterating = new Set(['map', 'flatMap', 'filter', 'some', 'every', 'find', 'findIndex', 'forEach']);
/** Methods that return an array of the same items. */
const selecting = new Set(['filter', 'slice', 'toSorted', 'toReversed']);

/** The parameter of a callback: an item of an array is as stable as the array. */
function isUnstableItem(callback: NodePath<types.Function>, at: number, analysis: Analysis): boolean {
  const call = callback.parentPath;
  const isCall = call?.isCallExpression() === true || call?.isOptionalCallExpression() === true;
  const callee = isCall && callback.listKey === 'arguments' ? (call.get('callee') as NodePath) : undefined;
  const method = callee && methodOf(callee);
  if (method === 'from') return at !== 1;
  // What a callback is called with is checked where it is called.
  if (callee === undefined || method === undefined || !iterating.has(method)) return !analysis.isCompiled;
  return at > 1 || (at === 0 && hasUnstableItems(callee.get('object') as NodePath, analysis));
}

function hasUnstableItems(list: NodePath, analysis: Analysis): boolean {
  if (list.isCallExpression()) {
    const callee = list.get('callee');
    if (callee.isMemberExpression() && selecting.has(methodOf(callee) ?? ''))
      return hasUnstableItems(callee.get('object'), analysis);
  }
  if (list.isArrayExpression()) return ofAll(list.get('elements') as NodePath[], analysis);
  if (list.isIdentifier()) {
    const path = list.scope.getBinding(list.node.name)?.path;
    if (path?.isVariableDeclarator() && path.get('id').isIdentifier() && isWithin(path, analysis.owner)) {
      const init = path.get('init');
      if (init.isExpression()) return hasUnstableItems(init, analysis);
    }
  }
  return isUnstable(list, analysis);
}

const methodOf = ({ node }: NodePath): string | undefined =>
  (types.isMemberExpression(node) || types.isOptionalMemberExpression(node)) &&
  types.isIdentifier(node.property)
    ? node.property.name
    : undefined;

function isUnstableMember(path: NodePath<types.MemberExpression>, analysis: Analysis): boolean {
  const { object, property, computed } = path.node;
  if (!computed && types.isIdentifier(property)) {
    if (property.name === 'length') return false;
    // `props.onClose`
    if (types.isIdentifier(object) && analysis.isUnstableProp(property.name)) {
      const binding = path.scope.getBinding(object.name);
      if (binding?.path.listKey === 'params' && binding.path.parentPath === analysis.owner) return true;
    }
  }
  return isUnstable(path.get('object'), analysis);
}

function isUnstableCall(path: NodePath<types.CallExpression>, analysis: Analysis): boolean {
  const name = nameOfCallee(path.node.callee);
  if (name !== undefined && isHookName(name)) return false;
  return !returnsPrimitive(path) && isUnstableCreation(path, analysis);
}
