/// The style sheet of the user agent in print (HTML §15, "rendering"), with the sizes and colours that browsers agree
/// on.
let userAgentSheet = """
    html { display: block; }
    address, article, aside, blockquote, body, center, dd, details, dialog, dir, div, dl, dt, fieldset, figcaption,
    figure, footer, form, frameset, h1, h2, h3, h4, h5, h6, header, hgroup, hr, legend, listing, main, menu, nav,
    noframes, ol, optgroup, option, p, plaintext, pre, search, section, summary, ul, xmp { display: block; }
    area, base, basefont, datalist, head, link, meta, noembed, param, rp, script, style, template, title, track,
    source, dialog:not([open]), input[type=hidden i], audio:not([controls]) {
        display: none;
    }
    body { margin: 8px; }
    p, dl, multicol { margin-block: 1em; }
    blockquote, figure { margin: 1em 40px; }
    dd { margin-inline-start: 40px; }
    h1 { font-size: 2em; font-weight: bold; margin-block: 0.67em; bookmark-level: 1; }
    h2 { font-size: 1.5em; font-weight: bold; margin-block: 0.83em; bookmark-level: 2; }
    h3 { font-size: 1.17em; font-weight: bold; margin-block: 1em; bookmark-level: 3; }
    h4 { font-weight: bold; margin-block: 1.33em; bookmark-level: 4; }
    h5 { font-size: 0.83em; font-weight: bold; margin-block: 1.67em; bookmark-level: 5; }
    h6 { font-size: 0.67em; font-weight: bold; margin-block: 2.33em; bookmark-level: 6; }
    address, cite, dfn, em, i, var { font-style: italic; }
    b, strong { font-weight: bold; }
    code, kbd, samp, tt { font-family: monospace; }
    listing, plaintext, pre, xmp { font-family: monospace; white-space: pre; margin-block: 1em; }
    big { font-size: larger; }
    small { font-size: smaller; }
    sub { vertical-align: sub; font-size: smaller; }
    sup { vertical-align: super; font-size: smaller; }
    s, strike, del { text-decoration: line-through; }
    u, ins { text-decoration: underline; }
    nobr { white-space: nowrap; }
    mark { background: yellow; color: black; }
    abbr[title], acronym[title] { text-decoration: dotted underline; }
    a:link, area:link { color: #0000EE; text-decoration: underline; }
    q::before { content: open-quote; }
    q::after { content: close-quote; }
    center { display: block; text-align: -webkit-center; }
    output { unicode-bidi: isolate; }
    bdo { unicode-bidi: isolate-override; }
    address, blockquote, center, dialog, div, figure, figcaption, footer, form, header, hr, legend, listing, main, p,
    plaintext, pre, summary, xmp, article, aside, h1, h2, h3, h4, h5, h6, hgroup, nav, section, search, table,
    caption, colgroup, col, thead, tbody, tfoot, tr, td, th, dir, dd, dl, dt, menu, ol, ul, li, output { unicode-bidi: isolate; }
    bdi { unicode-bidi: plaintext; }
    bdo, bdo[dir] { unicode-bidi: isolate-override; }

    ul, menu, dir, ol { display: block; margin-block: 1em; padding-inline-start: 40px; counter-reset: list-item; }
    ul, menu, dir { list-style-type: disc; }
    ol { list-style-type: decimal; }
    li { display: list-item; counter-increment: list-item; }
    :is(ol, ul, menu, dir, dl) :is(ol, ul, menu, dir, dl) { margin-block: 0; }
    :is(ol, ul, menu, dir) :is(ul, menu, dir) { list-style-type: circle; }
    :is(ol, ul, menu, dir) :is(ol, ul, menu, dir) :is(ul, menu, dir) { list-style-type: square; }
    ::marker { unicode-bidi: isolate; font-variant-numeric: tabular-nums; white-space: pre; text-transform: none;
        text-indent: 0; }

    table { display: table; border-collapse: separate; border-spacing: 2px; box-sizing: border-box; text-indent: initial;
        border-color: gray; }
    caption { display: table-caption; text-align: -webkit-center; }
    colgroup { display: table-column-group; }
    col { display: table-column; }
    thead { display: table-header-group; vertical-align: middle; border-color: inherit; }
    tbody { display: table-row-group; vertical-align: middle; border-color: inherit; }
    tfoot { display: table-footer-group; vertical-align: middle; border-color: inherit; }
    table > tr { vertical-align: middle; }
    tr { display: table-row; vertical-align: inherit; border-color: inherit; }
    td, th { display: table-cell; vertical-align: inherit; padding: 1px; }
    th { font-weight: bold; text-align: -internal-center; }

    hr { color: gray; border: 1px inset; margin: 0.5em auto; overflow: hidden; unicode-bidi: isolate; }
    fieldset { margin-inline: 2px; border: 2px groove #c0c0c0; padding: 0.35em 0.75em 0.625em; min-width: min-content; }
    legend { padding-inline: 2px; }
    details > summary { display: list-item; list-style: disclosure-open inside; }
    details:not([open]) > :not(summary) { display: none; }
    img, video, canvas, svg, object, embed, iframe { display: inline; }
    iframe { border: 2px inset; }
    video { object-fit: contain; }
    svg { overflow: hidden; }
    ruby, rt { display: inline; }
    input, select, button, textarea { display: inline-block; text-indent: initial; letter-spacing: initial;
        word-spacing: initial; text-transform: none; text-align: initial; line-height: normal;
        font: 13.3333px Arial, sans-serif; color: black; margin: 0; box-sizing: border-box; }
    textarea { font-family: monospace; white-space: pre-wrap; border: 1px solid #767676; padding: 2px;
        box-sizing: content-box; }
    input, select { border: 1px solid #767676; padding: 1px 2px; background-color: white; }
    button, input:is([type=submit i], [type=button i], [type=reset i]) { text-align: center; padding: 1px 6px;
        border: 2px outset #767676; background-color: #f0f0f0; }
    input:is([type=checkbox i], [type=radio i]) { margin: 3px 3px 3px 4px; width: 13px; height: 13px; padding: 0; }
    input[type=image i] { border: none; padding: 0; background: none; }
    optgroup { font-weight: bold; }
    select option:not([selected]) { display: none; }
    select:not(:has([selected])) > option:first-child { display: block; }
    input:not([type=checkbox i], [type=radio i], [type=hidden i], [type=image i], [type=file i], [type=password i],
        [type=range i], [type=color i])::before { content: attr(value); white-space: pre; }
    """

/// What documents without doctype have besides (HTML §15.3.10): tables take no fonts from outside.
let quirksSheet = """
    table { font-weight: initial; font-style: initial; font-variant: initial; font-size: initial; line-height: initial;
        white-space: initial; text-align: initial; }
    """
