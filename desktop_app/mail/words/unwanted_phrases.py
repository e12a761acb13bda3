"""Phrases of mail that strangers send to many: how to unsubscribe, offers, traps.

They count only where the person never wrote to the sender.
"""

from __future__ import annotations

import re

OPT_OUT = re.compile(
    r"(?<!\w)(?:unsubscribe|opt[- ]?out|manage (?:your )?(?:email )?preferences|(?:no longer"
    r"|don't) (?:wish|want)"
    r" to (?:receive|get|hear)|email preferences|abmelden|abbestellen|newsletter|se désabonner"
    r"|désabonn\w+|désinscri\w+|ne plus recevoir|darse de baja|date de baja|cancelar (?:tu |su )?"
    r"suscripción|no desea(?:s)? recibir|view (?:this email )?in (?:your )?browser"
    r"|im browser (?:ansehen"
    r"|anzeigen)|ver en (?:el )?navegador|voir dans (?:le|votre) navigateur)(?!\w)",
    re.IGNORECASE,
)
OFFER = re.compile(
    r"(?<!\w)(?:(?:quick|short|brief|10|15|20|30)[- ](?:minute |min )?(?:call|chat|demo|intro)"
    r"|(?:book|schedule) a "
    r"(?:time|slot|demo|call)|free (?:trial|demo|audit|consultation|quote|sample)|(?:boost|grow"
    r"|increase|double|scale) "
    r"(?:your|sales|revenue|traffic)|seo|backlinks?|guest (?:post|article)|lead gen\w*"
    r"|decision[- ]maker|circl\w+ back"
    r"|bump(?:ing)? this|we help (?:companies|businesses|teams|brands|firms)|(?:our"
    r"|my) (?:platform|agency|solution|software)"
    r"|partnership opportunit\w+|outsourc\w+|offshore|roi|case stud\w+|reach(?:ing)? out because"
    r"|came across your"
    r"|noticed (?:that )?your (?:company|website|site|team)|right person|unverbindlich\w*"
    r"|erstgespräch|neukunden"
    r"|(?:steigern|verdoppeln|erhöhen) sie|kostenlose? (?:demo|beratung|analyse|testversion)"
    r"|unsere (?:lösung|plattform|software|agentur)"
    r"|démo(?:nstration)? gratuite|sans engagement|boost\w* (?:votre|vos)|notre (?:solution"
    r"|plateforme|agence|logiciel)"
    r"|audit gratuit|essai gratuit|demo gratuita|sin compromiso|aument\w+ (?:tus|sus) ventas"
    r"|nuestra (?:solución|plataforma|agencia)"
    r"|prueba gratuita|auditoría gratuita|posicionamiento web)(?!\w)",
    re.IGNORECASE,
)
TRAP = re.compile(
    r"(?<!\w)(?:(?:verify|confirm|validate|update) your (?:account|identity|mailbox|password"
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
