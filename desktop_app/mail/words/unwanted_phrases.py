"""Phrases of mail that strangers send to many: how to unsubscribe, offers, traps.

They count only where the person never wrote to the sender.
"""

from __future__ import annotations

import re

OPT_OUT = re.compile(
    r"(?<!\w)(?:unsubscribe|opt[- ]?out|reply (?:with )?[\"'“]?(?:stop|remove|no thanks)"
    r"|manage (?:your )?(?:email )?preferences|(?:no longer"
    r"|don't) (?:wish|want)"
    r" to (?:receive|get|hear)|email preferences|abmelden|abbestellen|newsletter|se désabonner"
    r"|désabonn\w+|désinscri\w+|ne plus recevoir|darse de baja|date de baja|cancelar (?:tu |su )?"
    r"suscripción|no desea(?:s)? recibir|view (?:this email )?in (?:your )?browser"
    r"|im browser (?:ansehen"
    r"|anzeigen)|ver en (?:el )?navegador|voir dans (?:le|votre) navigateur)(?!\w)",
    re.IGNORECASE,
)
_PITCH = (
    # English: a call, what one gains, who we are, hiring, giving
    r"(?:quick|short|brief|10|15|20|30)[- ](?:minute |min )?(?:call|chat|demo|intro|question)",
    r"(?:book|schedule|grab|hop on|jump on) an? (?:\w+ )?(?:time|slot|demo|call|chat)",
    r"free (?:trial|demo|audit|consultation|quote|sample|webinar|guide|valuation|survey|month)",
    (
        r"(?:boost|grow|increase|double|triple|scale|skyrocket|maximi[sz]e) (?:your|sales|revenue"
        r"|traffic)"
    ),
    (
        r"seo|backlinks?|guest (?:post|article)|lead gen\w*|leads|google ranking\w*|first page of"
        r" google"
        r"|decision[- ]maker|circl\w+ back|bump(?:ing)? this|roi|case stud\w+|webinar|pipeline"
        r"|conversion"
        r"|outsourc\w+|offshore|white[- ]?label"
    ),
    (
        r"(?:we|i) help (?:companies|businesses|teams|brands|firms|owners|people like|trades\w*"
        r"|workshops)"
    ),
    r"(?:our|my) (?:platform|agency|solution|software|clients include|award[- ]winning)",
    r"partnership opportunit\w+|reach(?:ing)? out (?:because|to see)|came across your|right person",
    r"noticed (?:that )?(?:your|you) (?:company|website|site|team|business|profile|don't|are)",
    r"(?:i'd|we'd|i would|we would) love to (?:show|tell|offer|introduce|walk)",
    (
        r"what if (?:i told you|you could)|are you (?:happy|satisfied) with|tired of|struggling"
        r" (?:with|to)"
    ),
    (
        r"imagine (?:if|having|a world)|without spending|spending a (?:penny|cent)|no obligation"
        r"|money[- ]back|risk[- ]free|limited (?:time|offer|places|spots)|\d+ ?% (?:off|more|less"
        r"|discount)"
        r"|special (?:offer|rate|price)|competitive (?:rates|prices)|more (?:customers|enquiries"
        r"|inquiries"
        r"|leads|sales|bookings|clients)|workshops like yours|businesses like yours|companies"
        r" like yours"
    ),
    (
        r"did you know(?: that)?|growth (?:partner|hacker)|worth a (?:chat|look|call)|open to"
        r" (?:a|hearing)"
    ),
    (
        r"my client is|exciting (?:role|opportunity|position)|perfect fit|your (?:profile|cv"
        r"|experience)"
        r" (?:is|looks|caught|stood)|hiring for|senior role|passive candidates?|opportunity with"
    ),
    (
        r"donat(?:e|ion|ions)|every (?:\w+ )?(?:pounds?|dollars?|euros?|penny) (?:buys|helps"
        r"|counts|feeds)"
        r"|give what you can|your (?:gift|support) (?:can|will|could)|dear (?:friend|supporter)s?\b"
        r"|charity|fundrais\w+|sponsor"
    ),
    # German
    (
        r"unverbindlich\w*|erstgespräch|neukunden|(?:steigern|verdoppeln|erhöhen|senken|sparen) sie"
        r"|kostenlose?[sn]? (?:demo|beratung|analyse|testversion|erstberatung|webinar|check|audit)"
        r"|unsere[rn]? (?:lösung|plattform|software|agentur)|wussten sie|mehr"
        r" (?:kunden|anfragen|umsatz"
        r"|sichtbarkeit)|kurze[sn]? (?:telefonat|gespräch|termin|call)|\d+ ?%"
        r" (?:rabatt|mehr|weniger)"
        r"|spannende (?:position|stelle|aufgabe)|ihr profil|mandant\w* sucht|spende\w*|jeder euro"
        r"|sichtbarkeit|ihre webseite|ihr webauftritt|haben sie schon (?:einmal )?(?:darüber|daran)"
    ),
    # French
    (
        r"démo(?:nstration)? gratuite|sans engagement|boost\w* (?:votre|vos)|notre (?:solution"
        r"|plateforme"
        r"|agence|logiciel)|(?:audit|essai|devis|diagnostic|bilan) gratuit|savez[-"
        r" ]vous|saviez[- ]vous"
        r"|que diriez[- ]vous|quand puis-je vous appeler|plus de (?:clients|ventes"
        r"|visibilité|trafic)"
        r"|votre (?:site|profil) (?:mérite|a retenu|internet)|sans (?:frais|obligation)|\d+ ?% de"
        r" (?:remise"
        r"|réduction|plus)|faire un don|chaque euro|référencement|visibilité"
        r"|opportunité de carrière"
    ),
    # Spanish
    (
        r"demo gratuita|sin compromiso|aument\w+ (?:tus|sus) ventas|nuestra (?:solución"
        r"|plataforma|agencia)"
        r"|prueba gratuita|auditoría gratuita|posicionamiento(?: web)?|sab[ií]a(?:s)? que|más"
        r" (?:clientes"
        r"|ventas|visibilidad)|una llamada (?:rápida|de \d+)|\d+ ?% de descuento|su perfil|oferta"
        r" especial"
        r"|haga un donativo|donativo|done ahora|cada euro|sin coste|qué le parecería|cuándo puedo"
        r" llamar\w*"
    ),
)
OFFER = re.compile(rf"(?<!\w)(?:{'|'.join(_PITCH)})(?!\w)", re.IGNORECASE)
"""Two different ones of these make a stranger's mail an offer."""

_SALES = (
    (
        r"(?:10|15|20|30|ten|fifteen|twenty)[- ](?:minute|min) (?:call|chat|demo|intro"
        r"|conversation|meeting)"
    ),
    (
        r"spare (?:5|10|15|five|ten|fifteen) minutes|quick question (?:for you|about your"
        r" (?:business|site))"
    ),
    (
        r"(?:free|no[- ]obligation) (?:demo|audit|trial|consultation|strategy|seo)|price list"
        r"|page one|rank(?:ing)? on"
        r"|first page of google|seo|backlinks?|guest post|lead gen\w*|google ranking\w*"
    ),
    (
        r"came across your (?:profile|company|business|linkedin)|noticed (?:that )?you(?:r"
        r" (?:company|business|site"
        r"|website)| don't| aren't)|reach(?:ing)? out (?:because|to see if|on behalf)"
    ),
    (
        r"my client is|(?:exciting|fantastic|great) (?:role|opportunity|position|vacancy)|open to"
        r" (?:new|a) (?:roles?"
        r"|opportunit\w+|conversation|move)|passive candidates?|your (?:cv|background|skill ?set)"
    ),
    (
        r"we (?:help|work with|partner with) (?:\w+ ){0,3}?(?:companies|businesses|firms|brands"
        r"|owners|teams|trades\w*"
        r"|workshops|makers|joiners)|(?:our|my) (?:platform|agency|software|award[- ]winning)"
    ),
    (
        r"what if i told you|are you the right person|who (?:handles|is responsible for|looks"
        r" after) (?:your|the"
        r" (?:marketing|it|purchasing|website))|take your \w+ to the next level|book a demo|worth"
        r" a quick"
    ),
    (
        r"(?:make|consider|give) a donation|give what you can|sponsor a|(?:our|this) (?:charity"
        r"|appeal|campaign)"
        r"|dear (?:friend of|supporter|business owner|sir/madam|website owner)"
    ),
    (
        r"kostenlose[sn]? (?:erst\w+|webinar|demo|audit|analyse)|unverbindliche[sn]? (?:erst\w+"
        r"|gespräch|angebot"
        r"|beratung)|unsere (?:agentur|plattform|software)|spannende (?:position|stelle"
        r"|herausforderung)|ihr profil"
    ),
    (
        r"(?:audit|diagnostic|bilan|essai) gratuit|notre (?:agence|plateforme|logiciel)|sans"
        r" engagement|votre profil"
        r"|plus de (?:clients|visibilité)"
    ),
    (
        r"auditoría gratuita|nuestra (?:agencia|plataforma)|sin compromiso|su perfil|más"
        r" (?:clientes|visibilidad)"
    ),
)
SALES = re.compile(rf"(?<!\w)(?:{'|'.join(_SALES)})(?!\w)", re.IGNORECASE)
"""One of these is enough: who wants something made or mended does not write so."""

TRAP = re.compile(
    r"(?<!\w)(?:are you (?:at your desk|in the office|available (?:right now|at the moment))"
    r"|quick favou?r"
    r"|unclaimed|late (?:husband|father|client)|invest(?:ment|or)? (?:opportunity|partner"
    r"|proposal)|business proposal"
    r"|processing fee|your full names?|prize (?:draw|money)|you(?:'ve| have) won|(?:verify"
    r"|confirm|validate|update) your (?:account|identity|mailbox|password"
    r"|bank|billing|payment|credentials)"
    r"|(?:gift|steam|itunes|amazon) cards?|wire transfer|beneficiary|next of kin|inheritance"
    r"|lottery|(?:million|\d{3},\d{3})"
    r" (?:us )?(?:dollars|usd|euros?|pounds)|bitcoin|crypto(?:currency)? wallet"
    r"|account (?:will be|has been|is) (?:suspended|locked|closed|limited)"
    r"|bank details|konto (?:wurde |wird )?(?:gesperrt|eingeschränkt)|passwort (?:bestätigen"
    r"|verifizieren)|gutscheinkarten?"
    r"|compte (?:sera|a été|est) (?:suspendu|bloqué|limité)|coordonnées bancaires"
    r"|cartes? cadeaux?|cuenta (?:será|ha sido|está)"
    r" (?:suspendida|bloqueada|limitada)|datos bancarios|tarjetas? (?:de )?regalo|herencia"
    r"|héritage|erbschaft|ignore (?:all |any )?"
    r"(?:previous|prior|earlier) instructions|system prompt)(?!\w)",
    re.IGNORECASE,
)
