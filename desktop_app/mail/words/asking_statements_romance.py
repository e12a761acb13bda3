"""Statements that ask, in French and Spanish: tables of mail/words/asking_statements.py."""

from __future__ import annotations

FRENCH = (
    (
        r"(?:je|nous) (?:vous|te|t') ?(?:prie|prions|demande|demandons|saurais gré|saurions gré"
        r"|serais? (?:très )?reconnaissante?s?|serions (?:très )?reconnaissante?s?|remercie (?:par"
        r" avance|d'avance)|remercions (?:par avance|d'avance)|remercie de bien|remercions de bien"
        r"|remercie de (?:me|nous)|remercions de (?:me|nous)) (?:de |d')?(?!d?'?agréer"
        r"|croire|recevoir"
        r"|d?'?accepter|d?'?excuser|trouver|noter|votre|vos |ton |ta |la |l'|m'avoir|nous avoir"
        r"|avoir|être)\w+"
    ),
    (
        r"merci (?:bien |beaucoup )?(?:d'avance |par avance )?de (?:bien vouloir|me|nous|m')"
        r" ?\w+(?:er|ir"
        r"|re|oir)(?!\w)"
    ),
    (
        r"(?:me|nous) manque(?:nt)?|manque(?:nt|rait)? (?:encore |toujours |plus que |juste |que"
        r" )?(?:votre|ta|ton|vos"
        r"|tes)"
    ),
    (
        r"n'est pas jointe?|n'(?:ai|avons|a) (?:pas|toujours pas|pas encore|rien) (?:encore"
        r" )?(?:reçu|eu) (?:votre|vos|ton"
        r"|ta|tes|de (?:vous|toi|votre|ta|réponse|nouvelles))"
    ),
    (
        r"sans (?:réponse|nouvelles?|retour|accord) de (?:votre|ta) part|sans nouvelles de"
        r" (?:vous|toi)"
    ),
    (
        r"il (?:me |nous )faudrait|il faudrait que (?:tu|vous)|il (?:me|nous) faut (?:absolument "
        r"|encore )?(?:une?|votre|ta"
        r"|ton|vos|la|le|les|savoir)"
    ),
    (
        r"(?:j'aurais|j'ai|on a|nous aurions|nous avons) (?:vraiment |encore "
        r"|absolument )?besoin (?:de"
        r" (?:toi|vous|ta|ton|tes|votre|vos|savoir|la|le|l'|connaître)|d'une?|que (?:tu|vous))"
    ),
    (
        r"(?:je|nous) (?:souhaite\w*|aimerai\w*|aimerions|voudrai\w*|voudrions|désire\w*|souhaitons"
        r"|désirons) (?:\w+ )?(?:savoir|connaître|recevoir|obtenir|avoir|que (?:vous|tu)|commander"
        r"|réserver|convenir|un (?:devis|rendez-vous)|une (?:réponse|offre))|j'aimerais (?:bien"
        r" )?(?:savoir"
        r"|connaître|avoir|recevoir|que (?:tu|vous))"
    ),
    (
        r"(?:envoie|envoyez|donne|donnez|réponds|répondez|rappelle|rappelez|dis|dites|redis|redites"
        r"|préviens|prévenez|confirme|confirmez|passe|passez|apporte|apportez|transmets|transmettez"
        r"|fais|faites|précise|précisez|retourne|retournez|renvoie|renvoyez)[- ](?:moi"
        r"|nous|le|la|les)"
        r"(?! plaisir)"
    ),
    (
        r"(?:tu|vous) (?:me|nous|m') ?(?:dis|dites|diras|direz|confirmes|confirmez|envoies|envoyez"
        r"|rappelles|rappelez|tiens au courant|tenez au courant)"
    ),
    (
        r"(?:j'attends|nous attendons|on attend|en attente|dans l'attente) (?:plus que |encore "
        r"|toujours "
        r"|avec impatience )?(?:de |d')?(?:votre|vos|ton|ta|tes|une? (?:réponse|retour"
        r"|confirmation|signe))"
    ),
    (
        r"(?:serait|sera) (?:bien|sympa|gentil|super|top|aimable|parfait)(?: à vous| de ta"
        r" part)?,? (?:que (?:tu|vous)|si (?:tu"
        r"|vous|on)|de (?:me|nous|m')|d'avoir)|(?:serait|est)[- ]il possible|serait possible"
    ),
    (
        r"si (?:tu (?:peux|pouvais|pourrais)|vous (?:pouvez|pouviez|pourriez)) (?:me|m'|nous|y|le"
        r"|la|les"
        r"|passer|venir|regarder|jeter|confirmer)"
    ),
    r"stp|svp",
    r"(?:prière|priere) de (?!ne pas)\w+",
)
SPANISH = (
    (
        r"(?:me|nos) (?:gustar[ií]a|encantar[ií]a|interesar[ií]a|convendr[ií]a|interesa"
        r"|vendr[ií]a bien)"
        r" (?:mucho )?(?:saber|conocer|que|recibir|tener|pedir|ver|una?)"
    ),
    r"(?:me|nos) (?:falta|faltan|sigue faltando|siguen faltando)",
    r"(?:falta|faltan) (?:solo |sólo |aún |todavía )?(?:tu|su|vuestr[oa]) \w+",
    (
        r"(?:pendientes?|esperando|a la espera|en espera) (?:de )?(?:que (?:me|nos)|tu|su"
        r"|vuestr\w+|respuesta|confirmaci\w+)"
    ),
    (
        r"(?:le|les|te|os|se lo|se la) (?:agradecer[ií]a\w*|agradezco (?:que|si)|ruego|rogamos"
        r"|pido|pedimos"
        r"|solicito|solicitamos)(?! (?:que )?(?:me |nos )?(?:disculp\w+|perdon\w+|acept\w+|llegue"
        r"|recuerde))"
    ),
    (
        r"(?:solicito|solicitamos|rogamos|ruego|se ruega|requerimos)(?! (?:que )?(?:me |nos"
        r" )?(?:disculp\w+"
        r"|perdon\w+|no responda))"
    ),
    (
        r"necesit(?:o|amos|ar[ií]a|ar[ií]amos) (?:\w+ ){0,2}?(?:que|saber|tu|su|vuestr\w+"
        r"|urgente\w*|antes|confirmaci\w+"
        r"|respuesta)"
    ),
    r"(?:nos|me) hace(?:n)? falta|har[ií]a falta|hace falta que",
    (
        r"(?:rem[ií]t[ae](?:me|nos)|facil[ií]t[ae](?:me|nos)|ind[ií]que(?:me|nos)"
        r"|ind[ií]ca(?:me|nos)"
        r"|ll[aá]m[ae](?:me|nos)|escr[ií]b[ae](?:me|nos)|tr[aá]e(?:me|nos)"
        r"|p[aá]sa(?:me|nos)|dinos|dime"
        r"|dig[aá](?:me|nos)|contést[ae](?:me|nos)|respónd[ae](?:me|nos)|env[ií](?:e"
        r"|en|a)(?:me|nos)"
        r"|m[aá]nd[ae](?:me|nos)|conf[ií]rm[ae](?:me|nos)|av[ií]s[ae](?:me|nos)"
        r"|cu[eé]nt[ae](?:me|nos)"
        r"|d[eé](?:me|nos)|h[aá]g[ae](?:me|nos)(?:lo)? saber)(?! si necesit)"
    ),
    (
        r"(?:ser[ií]a|estar[ií]a) (?:posible|bueno|bien|estupendo|genial|conveniente|ideal)"
        r" (?:que|si|\w+r"
        r")"
    ),
    (
        r"si (?:pudiera\w*|puedes|puede|podéis|pueden|pudieses|pudieseis) (?:\w+(?:ar|er|ir)(?:me"
        r"|nos|lo|la"
        r"|los|las|melo)?)"
    ),
    (
        r"(?:quisi[eé]ra\w*|querr[ií]a\w*|quer[ií]a\w*|deseo|deseamos|desear[ií]a\w*)"
        r" (?:\w+ )?(?:saber"
        r"|pedir\w*|preguntar\w*|que|una?|recibir|reservar|encargar|consultar\w*|conocer|confirmar)"
    ),
    (
        r"(?:espero|esperamos|aguardo|aguardamos) (?:\w+ )?(?:tu|su|vuestra|una?|tus"
        r"|sus) (?:respuesta"
        r"|confirmaci\w+|decisi\w+|noticias|llamada|visto bueno|soluci\w+|contestaci\w+)"
    ),
    (
        r"no (?:he|hemos) (?:recibido|tenido) (?:aún |todavía )?(?:tu|su|vuestr\w+|respuesta"
        r"|contestaci\w+|noticias (?:tuyas"
        r"|suyas|vuestras))"
    ),
    (
        r"(?:hasta|mientras) que? ?(?:no )?(?:me|nos) (?:confirm\w+|dig\w+|respond\w+|env[ií]\w+"
        r"|pag\w+)"
    ),
)
