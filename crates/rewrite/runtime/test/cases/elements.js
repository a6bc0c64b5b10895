import { inPage } from '../runner.js';

/** Sets and reads in the app's words; the browser has the moved address. */
const both = (tag, property, attribute = property.toLowerCase()) => `(() => {
    const element = document.createElement('${tag}');
    element['${property}'] = '/a';
    return [
        element.getAttribute('${attribute}'),
        element['${property}'].replace(location.origin, ''),
        element.matches('[${attribute}*="/apps/x/a"]'),
    ];
})()`;

const PROPERTIES = [
    ['img', 'src'], ['script', 'src'], ['iframe', 'src'], ['embed', 'src'], ['video', 'src'], ['audio', 'src'],
    ['source', 'src'], ['track', 'src'], ['input', 'src'], ['a', 'href'], ['area', 'href'], ['link', 'href'],
    ['base', 'href'], ['form', 'action'], ['button', 'formAction'], ['input', 'formAction'], ['video', 'poster'],
    ['object', 'data'], ['q', 'cite'], ['blockquote', 'cite'], ['del', 'cite'], ['body', 'background'],
    ['img', 'srcset'], ['source', 'srcset'], ['link', 'imageSrcset'], ['a', 'ping'], ['img', 'longDesc'],
    ['object', 'codeBase'],
];

inPage('properties', PROPERTIES.map(([tag, property]) =>
    [`${tag}.${property}`, both(tag, property), ['/a', '/a', true]]), { together: true });

inPage('attributes', [
    ['setAttribute and getAttribute', () => {
        const link = document.createElement('a');
        link.setAttribute('href', '/a');
        link.setAttribute('HREF', '/b');
        return [link.getAttribute('href'), link.getAttribute('HRef'), link.pathname, link.matches('[href*="/apps/x/b"]')];
    }, ['/b', '/b', '/b', true]],
    ['what is no address stays', () => {
        const element = document.createElement('div');
        element.setAttribute('data-path', '/a');
        element.setAttribute('data', '/a');
        element.setAttribute('class', '/a');
        return element.outerHTML;
    }, '<div data-path="/a" data="/a" class="/a"></div>'],
    ['other hosts, fragments and relative ones stay', () => ['https://example.org/a', '#/a', '?a=/b', 'a/b', '../a', 'mailto:a@b', 'javascript:a()', '', 'data:,/a'].map((given) => {
        const link = document.createElement('a');
        link.setAttribute('href', given);
        return [...link.attributes][0].value === given && link.outerHTML.includes(`href="${given}"`);
    }), Array(9).fill(true)],
    ['elements of the app\'s own get what they were given', () => {
        const seen = [];
        customElements.define('app-link', class extends HTMLElement {
            static observedAttributes = ['href'];
            attributeChangedCallback(name, before, after) { seen.push(after); }
        });
        const element = document.createElement('app-link');
        element.setAttribute('href', '/a');
        document.body.append(element);
        element.insertAdjacentHTML('afterend', '<app-link href="/b"></app-link>');
        return [...seen, element.getAttribute('href')];
    }, ['/a', '/b', '/a']],
    ['drawings that point into their own page', () => {
        const shape = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
        shape.setAttribute('fill', `url(${location.$gh$.href}#gradient)`);
        shape.setAttribute('clip-path', 'url(#clip)');
        return [shape.getAttribute('fill') === `url(${location.$gh$.href}#gradient)`, shape.matches(`[fill="url(${location.href}#gradient)"]`), shape.getAttribute('clip-path')];
    }, [true, true, 'url(#clip)']],
    ['values that are no text', () => {
        const link = document.createElement('a');
        link.setAttribute('href', null);
        link.setAttribute('title', undefined);
        link.toggleAttribute('href', true);
        return link.outerHTML;
    }, '<a href="null" title="undefined"></a>'],
    ['too few arguments', () => {
        try {
            document.createElement('a').setAttribute('href');
        } catch (error) {
            return error.constructor.name;
        }
    }, 'TypeError'],
    ['in a namespace', () => {
        const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
        const XLINK = 'http://www.w3.org/1999/xlink';
        use.setAttributeNS(XLINK, 'xlink:href', '/sprite.svg#a');
        const other = document.createElementNS('http://www.w3.org/2000/svg', 'image');
        other.setAttributeNS(null, 'href', '/a.png');
        return [use.getAttributeNS(XLINK, 'href'), use.getAttribute('xlink:href'), use.href.baseVal, other.href.baseVal,
            new XMLSerializer().serializeToString(use).includes('"/sprite.svg#a"'), other.matches('[href*="/apps/x/a.png"]')];
    }, ['/sprite.svg#a', '/sprite.svg#a', '/sprite.svg#a', '/a.png', true, true]],
    ['SVG by its property', () => {
        const image = document.createElementNS('http://www.w3.org/2000/svg', 'image');
        image.href.baseVal = '/a.png';
        image.className.baseVal = 'a b';
        return [image.getAttribute('href'), image.matches('[href*="/apps/x/a.png"]'), image.className.baseVal];
    }, ['/a.png', true, 'a b']],
    ['by its node', () => {
        const link = document.createElement('a');
        const node = document.createAttribute('href');
        node.value = '/a';
        link.setAttributeNode(node);
        const before = link.matches('[href*="/apps/x/a"]');
        link.attributes.href.value = '/b';
        return [before, link.attributes.href.value, link.getAttribute('href'), link.matches('[href*="/apps/x/b"]')];
    }, [true, '/b', '/b', true]],
    ['a list of images', () => {
        const image = document.createElement('img');
        image.setAttribute('srcset', '/a.png 1x, b.png 2x,/c,d.png 3x, data:,/e 4x');
        return [image.srcset, image.matches('[srcset*=" 2x,/apps/x/c,d.png 3x, data:,/e 4x"]')];
    }, ['/a.png 1x, b.png 2x,/c,d.png 3x, data:,/e 4x', true]],
    ['the parts of a link', () => {
        const link = document.createElement('a');
        link.href = '/a/b?c#d';
        const seen = [link.pathname, link.search, link.hash, link.host === location.host, `${link}` === link.href, link.href.endsWith(`${location.host}/a/b?c#d`)];
        link.pathname = '/e';
        return [...seen, link.getAttribute('href').replace(location.origin, ''), link.outerHTML.includes('/apps/'), link.matches('[href*="/apps/x/e?c#d"]')];
    }, ['/a/b', '?c', '#d', true, true, true, '/e?c#d', false, true]],
    ['the parts of a link elsewhere', () => {
        const link = document.createElement('a');
        link.href = 'https://example.org/a';
        link.pathname = '/b';
        return link.href;
    }, 'https://example.org/b'],
    ['checksums of what the gateway may change', () => {
        const own = document.createElement('script');
        own.integrity = 'sha256-a';
        own.src = '/a.js';
        const later = document.createElement('link');
        later.href = 'b.css';
        later.setAttribute('integrity', 'sha256-b');
        const other = document.createElement('script');
        other.src = 'https://example.org/c.js';
        other.integrity = 'sha256-c';
        return [own.integrity, later.integrity, other.integrity];
    }, ['', '', 'sha256-c']],
    ['a script and a style sheet are loaded from the app', () => Promise.all([
        ['script', 'src', '/a.js'], ['link', 'href', '/a.css'], ['img', 'src', '/b.png'], ['iframe', 'src', '/page/frame'],
    ].map(([tag, name, value]) => new Promise((resolve) => {
        const element = document.createElement(tag);
        if (tag === 'link') element.rel = 'stylesheet';
        element.onload = () => resolve(element.getAttribute(name));
        element.onerror = () => resolve('failed');
        element.setAttribute(name, value);
        document.body.append(element);
    }))), ['/a.js', '/a.css', '/b.png', '/page/frame']],
], { together: true });

inPage('selectors', [
    ['name an address as the app wrote it', () => {
        document.body.innerHTML = '<nav><a href="/a">a</a><a href="/b/c">b</a><a href="https://example.org/a">c</a></nav>';
        const link = document.querySelector('a[href="/a"]');
        return [
            link?.textContent,
            document.querySelectorAll('a[href^="/"]').length,
            document.querySelectorAll("nav > a:not([href='/a'])").length,
            link?.matches('[href="/a"]'),
            link?.closest('nav a[href="/a"]') === link,
            document.querySelector(`a[href="${location.origin}/a"]`),
            document.querySelector('a[href$="/c"]')?.textContent,
            document.querySelector('a[href*="/b/"]')?.textContent,
            document.body.querySelector('a[href="https://example.org/a"]')?.textContent,
        ];
    }, ['a', 2, 2, true, true, null, 'b', 'b', 'c']],
    ['others stay as they are', () => {
        document.body.innerHTML = '<p data-path="/a" title="/x">p</p>';
        const seen = ['[data-path="/a"]', '[title="/x"]', 'p'].map((text) => document.querySelector(text)?.textContent);
        try {
            document.querySelector('[[/');
        } catch (error) {
            seen.push(error.name);
        }
        return seen;
    }, ['p', 'p', 'p', 'SyntaxError']],
], { together: true });
