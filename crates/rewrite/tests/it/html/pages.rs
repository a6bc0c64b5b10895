//! Pages as apps send them.

use rewrite::runtime;

use super::{becomes, injecting, place};

fn with_script(html: &str) -> String {
    html.replace('§', &runtime::element(&place(), false))
}

#[test]
fn a_bundle_of_today() {
    let html = r##"<!doctype html>
<html lang="en">
  <head>
    <meta charset="UTF-8" />
    <link rel="icon" type="image/svg+xml" href="/vite.svg" />
    <meta name="viewport" content="width=device-width, initial-scale=1.0" />
    <title>App &mdash; Ünïcode</title>
    <script type="module" crossorigin src="/assets/index-4f1c.js"></script>
    <link rel="modulepreload" crossorigin href="/assets/vendor-8d2e.js">
    <link rel="stylesheet" crossorigin href="/assets/index-1b.css" integrity="sha384-abc">
    <link rel="manifest" href="/manifest.webmanifest">
  </head>
  <body>
    <div id="root"></div>
  </body>
</html>
"##;
    let expected = r##"<!doctype html>
<html lang="en">
  <head>
    <meta charset="UTF-8" />
    <link rel="icon" type="image/svg+xml" href="/apps/x/vite.svg" />
    <meta name="viewport" content="width=device-width, initial-scale=1.0" />
    <title>App &mdash; Ünïcode</title>
    §<script type="module" crossorigin src="/apps/x/assets/index-4f1c.js"></script>
    <link rel="modulepreload" crossorigin href="/apps/x/assets/vendor-8d2e.js">
    <link rel="stylesheet" crossorigin href="/apps/x/assets/index-1b.css">
    <link rel="manifest" href="/apps/x/manifest.webmanifest" crossorigin="use-credentials">
  </head>
  <body>
    <div id="root"></div>
  </body>
</html>
"##;
    becomes(injecting(), html, &with_script(expected));
}

#[test]
fn a_form_of_yesterday() {
    let html = r##"<HTML><HEAD><TITLE>Status</TITLE>
<META HTTP-EQUIV="Refresh" CONTENT="30; URL=/status.cgi?a=1&amp;b=2">
<SCRIPT LANGUAGE="JavaScript">
<!--
function go() { document.f.submit(); }
//-->
</SCRIPT></HEAD>
<BODY BACKGROUND="/img/bg.gif" onLoad="go()">
<TABLE><TR><TD><A HREF="/admin"><IMG SRC=/img/a.gif BORDER=0></A>
<TR><TD BACKGROUND=/img/b.gif><FORM NAME=f ACTION="/cgi-bin/x" METHOD=POST><INPUT TYPE=HIDDEN NAME=next VALUE="/a"></FORM>
</TABLE>
<FRAME SRC="/frame">
"##;
    let expected = r##"<HTML><HEAD><TITLE>Status</TITLE>
<META HTTP-EQUIV="Refresh" CONTENT="30; URL=/apps/x/status.cgi?a=1&amp;b=2">
§<SCRIPT LANGUAGE="JavaScript">
<!--
function go() { document.f.submit(); }
//-->
</SCRIPT></HEAD>
<BODY BACKGROUND="/apps/x/img/bg.gif" onLoad="go()">
<TABLE><TR><TD><A HREF="/apps/x/admin"><IMG SRC="/apps/x/img/a.gif" BORDER=0></A>
<TR><TD BACKGROUND="/apps/x/img/b.gif"><FORM NAME=f ACTION="/apps/x/cgi-bin/x" METHOD=POST><INPUT TYPE=HIDDEN NAME=next VALUE="/a"></FORM>
</TABLE>
<FRAME SRC="/apps/x/frame">
"##;
    becomes(injecting(), html, &with_script(expected));
}

#[test]
fn an_article_without_scripts() {
    let html = r##"<!DOCTYPE html><title>Notes</title><link rel=stylesheet href=style.css>
<h1>Notes</h1><p>See <a href="page2.html#part">the next</a>, or <a href="https://example.org/a">more</a>.
<ul><li>one<li>two</ul><img src="pic.png" srcset="pic.png 1x, pic2.png 2x" alt='"/quoted/"'>
<pre>&lt;a href="/not/a/link"&gt;</pre>
"##;
    becomes(injecting(), html, html);
}
