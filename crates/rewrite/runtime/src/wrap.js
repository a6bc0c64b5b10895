// Puts something around what the browser has, so that nobody can tell: names, lengths, descriptors
// and the text of functions stay as they were.

export const { apply, defineProperty, getOwnPropertyDescriptor: describe } = Reflect;

/** A property as plain assignment makes it. */
export const plain = (value) => ({ value, configurable: true, enumerable: true, writable: true });

// From what we show to what the browser has.
export const natives = new WeakMap();
export const native = (mask) => natives.get(mask) ?? mask;

export function disguise(mask, original) {
    natives.set(mask, native(original));
    for (const key of ['length', 'name']) defineProperty(mask, key, describe(original, key));
    return mask;
}

/** The prototype of an interface, where the browser has it. */
export const of = (type) => self[type]?.prototype;

/** A getter of the browser, for us, who change what it shows to others. */
export const getter = (type, name) => {
    const get = of(type) && describe(of(type), name)?.get;
    return (object) => apply(get, object, []);
};

/** `at` says which argument changes; below 0: each. */
const changed = (args, inward, at, object) => {
    if (inward && at < 0) return args.map((arg) => inward(arg, object, args));
    if (inward && args.length > at) args[at] = inward(args[at], object, args);
    return args;
};

const given = (result, outward, object, args) =>
    !outward ? result
    : result?.then ? result.then((later) => outward(later, object, args))
    : outward(result, object, args);

/** A method that calls another; methods have no prototype, just as native ones have none. */
export function method(original, inward, outward, at) {
    return disguise({
        method(...args) {
            return given(apply(original, native(this), changed(args, inward, at, this)), outward, this, args);
        },
    }.method, original);
}

function wrapConstructor(type, inward, at) {
    const original = self[type];
    if (!original) return;
    const mask = new Proxy(original, {
        construct: (_, args, target) => Reflect.construct(original, changed(args, inward, at), target),
    });
    natives.set(mask, original);
    for (const [owner, name] of [[self, type], [original.prototype, 'constructor']]) {
        const found = describe(owner, name);
        // `Audio` shares its prototype with another constructor.
        if (found.value === original) defineProperty(owner, name, { ...found, value: mask });
    }
}

function wrapMember(owner, name, inward, outward, at) {
    const found = owner && describe(owner, name);
    if (!found?.configurable) return;
    const { value, get, set } = found;
    if (value) found.value = method(value, inward, outward, at);
    if (get && outward) found.get = method(get, 0, outward);
    if (set && inward) found.set = method(set, inward, 0, 0);
    defineProperty(owner, name, found);
}

/**
 * Changes what members take and give, where the browser has them: of `Type` what its constructor
 * takes; of `Type.a,b` methods or properties. `inward` changes an argument or what is set, `outward`
 * a result, also that of a promise, or what is read.
 */
export function wrap(list, inward, outward, at = 0) {
    if (!inward && !outward) return;
    for (const item of list.split(' ')) {
        const [type, names] = item.split('.');
        if (!names) wrapConstructor(type, inward, at);
        for (const name of names?.split(',') ?? []) {
            const owner = [of(type), self[type]].find((it) => it && describe(it, name));
            wrapMember(owner, name, inward, outward, at);
        }
    }
}

/** A method asks what is behind its `this`, so the text of our functions is that of the browser's. */
export const hideOurselves = () => wrap('Function.toString', 0, (text) => text);
