import { inPage } from '../runner.js';

/** The value as the browser has it, by a way that nobody watches. */
const PROPERTIES = 'background backgroundImage borderImage borderImageSource listStyle listStyleImage cursor content filter mask maskImage clipPath'.split(' ');

inPage('style', [
    ['properties', `(() => {
        const wrong = [];
        for (const name of ${JSON.stringify(PROPERTIES)}) {
            const dashed = name.replace(/[A-Z]/g, (letter) => '-' + letter.toLowerCase());
            for (const property of [name, dashed]) {
                const element = document.createElement('div');
                const value = 'url("/a.svg#b")' + (name === 'cursor' ? ', auto' : '');
                element.style[property] = value;
                const real = element.matches('[style*="/apps/x/a.svg#b"]');
                if (!real || !element.style[property].includes('url("/a.svg#b")')) wrong.push(property + ': ' + element.style[property] + real);
            }
        }
        return wrong;
    })()`, []],
    ['setProperty, cssText and the attribute', () => {
        const element = document.createElement('div');
        const seen = [];
        const look = (value) => seen.push(value, element.matches('[style*="/apps/x/"]'));
        element.style.setProperty('--icon', 'url(/a.png)');
        look(element.style.getPropertyValue('--icon'));
        element.style.cssText = 'background: url(/b.png)';
        look(element.style.cssText);
        element.setAttribute('style', "background: url('/c.png')");
        look(element.getAttribute('style'));
        element.style = 'background: url("/d.png")';
        look(element.style.backgroundImage);
        return seen;
    }, ['url(/a.png)', true, 'background: url("/b.png");', true, "background: url('/c.png')", true, 'url("/d.png")', true]],
    ['others stay as they are', () => {
        const element = document.createElement('div');
        element.style.color = 'red';
        element.style.background = 'url(https://example.org/a.png)';
        element.style.setProperty('width', '5px', 'important');
        element.style.filter = null;
        return [element.getAttribute('style'), 'backgroundImage' in element.style, element.style.background.includes('example.org')];
    }, ['color: red; background: url("https://example.org/a.png"); width: 5px !important;', true, true]],
    ['a computed style cannot be set', () => {
        const style = getComputedStyle(document.body);
        try {
            style.background = 'url(/a.png)';
        } catch (error) {
            return error.name;
        }
    }, 'NoModificationAllowedError'],
], { together: true });

inPage('style sheets', [
    ['rules', () => {
        const style = document.head.appendChild(document.createElement('style'));
        style.sheet.insertRule('a { background: url(/a.png) }');
        style.sheet.insertRule('@media all { b { background: url(/b.png) } }', 1);
        style.sheet.cssRules[1].insertRule('i { background: url(/c.png) }');
        return [...style.sheet.cssRules].map((rule) => rule.cssText.match(/\/apps\/x\/\w\.png/g)).flat();
    }, ['/apps/x/a.png', '/apps/x/c.png', '/apps/x/b.png']],
    ['made by a script', async () => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync('a { background: url(/a.png) }');
        const first = sheet.cssRules[0].cssText;
        await sheet.replace('a { background: url("/b.png") }');
        return [first, sheet.cssRules[0].cssText].map((text) => text.includes('"/apps/x/'));
    }, [true, true]],
    ['elements, by text and by nodes', () => {
        const ways = [
            (style, css) => { style.textContent = css; },
            (style, css) => { style.innerHTML = css; },
            (style, css) => style.appendChild(document.createTextNode(css)),
            (style, css) => style.append(css),
            (style, css) => style.insertBefore(document.createTextNode(css), null),
            (style, css) => style.replaceChildren(css),
        ];
        return ways.map((way) => {
            const style = document.head.appendChild(document.createElement('style'));
            way(style, '@import "/a.css"; a { background: url(/b.png) }');
            return [...style.sheet.cssRules].every((rule) => rule.cssText.includes('"/apps/x/'));
        });
    }, Array(6).fill(true)],
    // Asked for outside of the app, it would count as an escape.
    ['images of a style come from the app', async () => {
        const style = document.createElement('style');
        style.textContent = 'body { background: url(/background.png) }';
        document.head.append(style);
        const entry = await new Promise((resolve) => new PerformanceObserver((list) => {
            const found = list.getEntries().find(({ name }) => name.includes('background.png'));
            if (found) resolve(found);
        }).observe({ type: 'resource', buffered: true }));
        return new URL(entry.name).pathname;
    }, '/background.png'],
    ['fonts', async () => {
        const font = new FontFace('f', 'url(/font.woff2)');
        await font.load().catch(() => {});
        return [font instanceof FontFace, font.family];
    }, [true, 'f']],
    ['the address of a sheet', () => new Promise((resolve) => {
        const link = document.createElement('link');
        link.rel = 'stylesheet';
        link.href = '/a.css';
        link.onload = () => resolve(new URL(link.sheet.href).pathname);
        document.head.append(link);
    }), '/a.css'],
], { together: true });
